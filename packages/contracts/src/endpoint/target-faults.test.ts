import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { findTargetFaults, type PostedTarget } from './target-faults.ts';
import { Target } from './target.ts';

const BODY = { question: '{{user_message}}' };

/** Lists the faults as `path: message`. */
function faultsOf(target: PostedTarget): readonly string[] {
  return findTargetFaults(target).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function assertOnlyFault(target: PostedTarget, expected: RegExp): void {
  const faults = faultsOf(target);
  assert.equal(faults.length, 1, `${JSON.stringify(target)} → ${faults.join('\n')}`);
  assert.match(faults[0] ?? '', expected);
}

describe('findTargetFaults', () => {
  it('a target may use every part of a request template', () => {
    const whole = {
      method: 'POST',
      path: '/api/chat/{{session}}?attempt={{attempt}}&next=%2Fhome',
      headers: { 'x-tenant': 'qa', 'X-Run': 'run {{run_id}}' },
      body: {
        question: '{{user_message}}',
        history: '{{messages}}',
        deep: [{ text: 'As {{ model }}: {{transcript}}' }, 1, null, true],
        prompt: '{{system_prompt}}',
        turn: '{{turn}}',
      },
      reply: '/data/answer/text',
      session: {
        from: '/data/conversation_id',
        open: { method: 'POST', path: '/api/conversations', body: { first: '{{user_message}}' } },
      },
      stream: 'sse:/delta/text',
    };
    assert.deepEqual(faultsOf(whole), []);
    assert.deepEqual(Target.parse(whole), whole);
    assert.deepEqual(faultsOf({ method: 'GET', path: '/ask?q={{user_message}}' }), []);
    assert.deepEqual(faultsOf({ body: '{{messages}}' }), []);
    assert.deepEqual(faultsOf({ reply: '/answer', session: { from: '/id' } }), []);
  });

  it('an unknown or broken placeholder is refused wherever it is', () => {
    const unknown = /unknown placeholder \{\{nothing\}\}; known are user_message, messages/;
    const open = { from: '/id', open: { path: '/open' } };
    const x = '{{nothing}}';
    for (const [target, at] of [
      [{ path: `/a/${x}`, body: BODY }, 'path'],
      [{ headers: { 'x-a': `b ${x}` }, body: BODY }, 'headers.x-a'],
      [{ body: { ...BODY, deep: [{ of: x }] } }, 'body.deep.0.of'],
      [
        { body: [BODY, '{{session}}'], session: { ...open, open: { path: `/${x}` } } },
        'session.open.path',
      ],
      [
        { body: [BODY, '{{session}}'], session: { ...open, open: { path: '/', body: [x] } } },
        'session.open.body.0',
      ],
    ] as const) {
      assertOnlyFault(target, unknown);
      assert.ok(faultsOf(target)[0]?.startsWith(`${at}: `), at);
    }
    assertOnlyFault({ body: { ...BODY, a: '{{user_message' } }, /^body\.a: has \{\{ that is not/);
    assertOnlyFault({ body: { ...BODY, '{{model}}': 1 } }, /in a key: only values/);
  });

  it('a template that does not send what the user said is refused', () => {
    assertOnlyFault(
      { body: { model: '{{model}}' } },
      /^body: must contain \{\{user_message\}\} or/,
    );
    assertOnlyFault({ method: 'GET', path: '/ask' }, /^path: must contain/);
    assertOnlyFault({ path: '/ask' }, /^body: is missing: a target with method, path/);
    assertOnlyFault({ stream: 'sse:/text' }, /^body: is missing/);
    assertOnlyFault(
      { method: 'GET', path: '/ask/{{user_message}}', body: {} },
      /^body: must be absent: a GET request has no body/,
    );
  });

  it('a session that cannot be read, sent or opened is refused', () => {
    const open = { path: '/open' };
    const body = { ...BODY, id: '{{session}}' };
    assertOnlyFault({ body }, /^body\.id: has \{\{session\}\}, but there is no "session"/);
    assertOnlyFault(
      { path: '/c/{{session}}', body: BODY, session: { from: '/id' } },
      /^path: has \{\{session\}\} in the path.*set "session\.open"/,
    );
    assertOnlyFault({ body: BODY, session: { from: '/id', open } }, /^session: is read but never/);
    assertOnlyFault(
      { body, session: { from: '/id', open: { ...open, body: '{{session}}' } } },
      /^session\.open\.body: has \{\{session\}\}, but it opens the session/,
    );
    assertOnlyFault(
      { body, session: { from: '/id', open: { ...open, method: 'GET', body: {} } } },
      /^session\.open\.body: must be absent/,
    );
    assert.deepEqual(
      faultsOf({ path: '/c/{{session}}', body, session: { from: '/id', open } }),
      [],
    );
  });

  it('a path that could leave the origin or be understood in two ways is refused with a reason', () => {
    for (const [path, message] of [
      ['ask', /must begin with \//],
      ['https://other.example/', /must begin with \//],
      ['{{model}}/ask', /must begin with \//],
      ['//other.example/', /must begin with one \//],
      ['/\\other.example', /backslash/],
      ['/a\\b', /backslash/],
      ['/a#b', /#/],
      ['/a b', /spaces/],
      ['/a\r\nb', /control characters/],
      ['/a\tb', /control characters/],
      ['/a/../b', /segments \. or \.\./],
      ['/./b', /segments/],
      ['/a/..', /segments/],
      ['/a/..;x/b', /segments/],
      ['/..?q=1', /segments/],
      ['/a/%2e%2E/b', /encoded dot/],
      ['/a/.%2e', /encoded dot/],
      ['/a%2Fb', /encoded dot/],
      ['/a%5cb', /encoded dot/],
      ['/a%252e%252e/b', /encoded dot/],
      ['/a/%2{{attempt}}', /without two hexadecimal digits/],
    ] as const) {
      assertOnlyFault({ path, body: BODY }, message);
      const session = { from: '/id', open: { path } };
      const faults = faultsOf({ body: { ...BODY, id: '{{session}}' }, session });
      assert.ok(faults.length === 1 && faults[0]?.startsWith('session.open.path: '), path);
    }
    for (const path of ['/', '/a//b', '/a/...', '/@b', '/a.b?x=../', '/ü', '/a:1']) {
      assert.deepEqual(faultsOf({ path, body: BODY }), [], path);
    }
  });

  it('a header that belongs to the operator, the connection or the service is refused in any case', () => {
    for (const [name, reason] of [
      ['Authorization', /ENDPOINTS/],
      ['PROXY-authorization', /ENDPOINTS/],
      ['Cookie', /cookies are not supported; use "session"/],
      ['set-cookie', /cookies/],
      ['Content-Type', /form-encoded APIs are not supported/],
      ...[
        'Host',
        'content-length',
        'Transfer-Encoding',
        'connection',
        'keep-alive',
        'upgrade',
        'TE',
        'trailer',
        'expect',
        'accept-encoding',
        'Idempotency-Key',
        'traceparent',
        'tracestate',
        'baggage',
        'sec-fetch-site',
        'X-Fairtrial-Turn',
        'x-forwarded-for',
        'Forwarded',
        'x-model-fallback',
      ].map((header) => [header, /set with each request/] as const),
    ] as const) {
      assertOnlyFault({ headers: { [name]: 'x' }, body: BODY }, reason);
    }
  });

  it('a header that some servers read as the path, the host or the method is refused', () => {
    for (const name of [
      'X-Original-URL',
      'x-rewrite-url',
      'x-original-host',
      'X-Host',
      'x-http-method',
      'X-HTTP-Method-Override',
      'x-method-override',
    ]) {
      assertOnlyFault({ headers: { [name]: 'x' }, body: BODY }, /path, the host or the method/);
    }
  });

  it('a body of more than 64 kB is refused, also the one that opens a session', () => {
    const long = 'ü'.repeat(32 * 1024);
    assertOnlyFault({ body: { ...BODY, long } }, /^body: is larger than 64 kB; /);
    assertOnlyFault({ body: { long } }, /^body: is larger than 64 kB; /);
    assert.deepEqual(faultsOf({ body: { ...BODY, long: long.slice(100) } }), []);
    const open = { path: '/open', body: { long } };
    assertOnlyFault(
      { body: { ...BODY, id: '{{session}}' }, session: { from: '/id', open } },
      /^session\.open\.body: is larger than 64 kB; /,
    );
  });

  it('no more faults are listed than a response shows', () => {
    for (const body of [Array.from({ length: 1000 }, () => '{{a}}'), '{{a}}'.repeat(1000)]) {
      assert.equal(findTargetFaults({ body }).length, INPUT_LIMITS.errors_listed);
    }
    const headers = Object.fromEntries(Array.from({ length: 1000 }, (_, no) => [`a ${no}`, '']));
    assert.equal(findTargetFaults({ headers }).length, INPUT_LIMITS.errors_listed);
  });

  it('a body that is null is absent, like every other field', () => {
    assert.equal(Target.parse({ reply: '/a', body: null }).body, undefined);
    const get = { method: 'GET', path: '/ask?q={{user_message}}&s={{session}}' };
    const open = { method: 'GET', path: '/open' };
    const target = { ...get, body: null, session: { from: '/id', open: { ...open, body: null } } };
    const { body, session } = Target.parse(target);
    assert.deepEqual([body, session?.open?.body], [undefined, undefined]);
  });

  it('a header name that is no token, a repeated name and a value with a line break are refused', () => {
    for (const name of ['', 'a b', 'host ', ' host', 'a:b', 'a\r\nb', 'hоst', 'ＨＯＳＴ', 'a\0']) {
      assertOnlyFault({ headers: { [name]: 'x' }, body: BODY }, /is not a header name/);
    }
    assertOnlyFault(
      { headers: { 'x-a': '1', 'X-A': '2' }, body: BODY },
      /^headers\.X-A: is set twice/,
    );
    assertOnlyFault({ headers: { 'x-a': 'b\r\nhost: c' }, body: BODY }, /line breaks/);
    for (const name of ['user_message', 'messages', 'transcript', 'system_prompt']) {
      assertOnlyFault({ headers: { 'x-a': `{{${name}}}` }, body: BODY }, /belong into the body/);
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, no) => [`x-${no}`, '']));
    assertOnlyFault({ headers: many, body: BODY }, /^headers: has more than 20 headers/);
  });
});
