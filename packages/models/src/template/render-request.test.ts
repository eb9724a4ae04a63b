import { Target } from '@fairtrial/contracts';
import { EgressError } from '@fairtrial/egress';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelCall } from '../calls/model-call.ts';
import {
  renderRequest,
  sendsSystemPrompt,
  type RenderedRequest,
  type RequestTemplate,
} from './render-request.ts';

const ENDPOINT = 'https://model.test:8443/v1/chat?key=no';

const CALL: ModelCall = {
  model: 'm/1 ü',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'How "much" is 1/2?' },
  ],
  parameters: {},
  headers: {},
  context: { runId: 'run-7', attempt: 2, turn: 1 },
  session: 'c-1',
  signal: new AbortController().signal,
};

const SESSION = { from: '/id', open: { path: '/open' } };

function toTemplate(target: Target): RequestTemplate {
  return { ...target, sendsSystemPrompt: sendsSystemPrompt(target) };
}

function render(target: object, changes: Partial<ModelCall> = {}): RenderedRequest {
  const said = { body: '{{user_message}}' };
  return renderRequest(ENDPOINT, toTemplate(Target.parse({ ...said, ...target })), {
    ...CALL,
    ...changes,
  });
}

function assertNotSent(work: () => unknown, message: RegExp): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof EgressError && error.kind === 'bad_endpoint');
    assert.match(error.message, message);
    return true;
  });
}

describe('renderRequest', () => {
  it('a string that is exactly one placeholder becomes the value with its type', () => {
    const { body } = render({
      session: SESSION,
      body: {
        question: '{{user_message}}',
        history: '{{ messages }}',
        at: ['{{attempt}}', '{{turn}}', '{{run_id}}', '{{model}}', '{{session}}'],
        fixed: [1, null, true, { __proto__x: 'kept' }],
      },
    });
    assert.deepEqual(body, {
      question: 'How "much" is 1/2?',
      history: CALL.messages,
      at: [2, 1, 'run-7', 'm/1 ü', 'c-1'],
      fixed: [1, null, true, { __proto__x: 'kept' }],
    });
    const numbered = render(
      { session: SESSION, body: ['{{user_message}}', '{{session}}'] },
      { session: 7 },
    );
    assert.deepEqual(numbered.body, ['How "much" is 1/2?', 7]);
  });

  it('a placeholder inside a longer string is text', () => {
    const { body } = render({
      body: { text: 'Turn {{turn}}: {{user_message}}', list: 'of {{messages}}' },
    });
    assert.deepEqual(body, {
      text: 'Turn 1: How "much" is 1/2?',
      list: `of ${JSON.stringify(CALL.messages)}`,
    });
  });

  it('messages and transcript leave out the system prompt if the template sends it by itself', () => {
    const whole = { all: '{{messages}}', text: '{{transcript}}' };
    assert.deepEqual(render({ body: whole }).body, {
      all: CALL.messages,
      text: 'Be brief.\nUser: Hello\nAssistant: Hi\nUser: How "much" is 1/2?\nAssistant:',
    });
    assert.deepEqual(render({ body: { ...whole, system: '{{system_prompt}}' } }).body, {
      all: CALL.messages.slice(1),
      text: 'User: Hello\nAssistant: Hi\nUser: How "much" is 1/2?\nAssistant:',
      system: 'Be brief.',
    });
    const bare = { messages: CALL.messages.slice(3) };
    assert.deepEqual(render({ body: ['{{messages}}', '{{system_prompt}}'] }, bare).body, [
      bare.messages,
      '',
    ]);
  });

  it('before a session is known, its placeholder is left out of objects and headers and empty in texts', () => {
    const template = {
      session: { from: '/id' },
      headers: { 'X-Session': '{{session}}', 'x-note': 'in {{session}}.' },
      body: {
        q: '{{user_message}}',
        id: '{{session}}',
        list: ['{{session}}'],
        text: 'a{{session}}b',
      },
    };
    const { headers, body } = render(template, { session: undefined });
    assert.deepEqual(body, { q: 'How "much" is 1/2?', list: [null], text: 'ab' });
    assert.deepEqual(headers, { 'x-note': 'in .' });
    assert.deepEqual(render(template).headers, { 'x-session': 'c-1', 'x-note': 'in c-1.' });
  });

  it('a call outside of a run has the run id test-call, attempt 0 and turn 0', () => {
    const body = ['{{user_message}}', '{{run_id}}', '{{attempt}}', '{{turn}}'];
    const rendered = render({ body }, { context: undefined }).body;
    assert.deepEqual(rendered, ['How "much" is 1/2?', 'test-call', 0, 0]);
  });

  it('a path replaces path and query of the endpoint, and its values are encoded', () => {
    assert.equal(render({}).url, ENDPOINT);
    const path = '/api/{{session}}/say?q={{user_message}}&m={{model}}&x=%2F';
    const { url, method, body } = render({
      method: 'GET',
      path,
      body: undefined,
      session: SESSION,
    });
    assert.equal(
      url,
      'https://model.test:8443/api/c-1/say?q=How%20%22much%22%20is%201%2F2%3F&m=m%2F1%20%C3%BC&x=%2F',
    );
    assert.deepEqual([method, body], ['GET', undefined]);
  });

  it('a value that is empty or leads to another path is never sent', () => {
    const target = { path: '/api/{{session}}/say', session: SESSION };
    for (const session of [
      '.',
      '..',
      '../../admin',
      'a/../b',
      '..\\admin',
      '..;x',
      '%2e%2e',
      '%2e%2e%2fadmin',
      '%252e%252e',
      '',
    ]) {
      assertNotSent(() => render(target, { session }), /empty or would lead to another path/);
    }
    const joined = { path: '/api/{{attempt}}{{session}}/.{{session}}', session: SESSION };
    assertNotSent(() => render(joined, { session: '.' }), /would lead to another path/);
    assert.match(render(target, { session: 'a/b?c#d@e' }).url, /\/api\/a%2Fb%3Fc%23d%40e\/say$/);
  });

  it('an endpoint that is no address is refused before its path is replaced', () => {
    const template = toTemplate(Target.parse({ path: '/ask', body: '{{user_message}}' }));
    for (const endpoint of ['nowhere', 'ftp://model.test/', 'http://user:pw@model.test/']) {
      assertNotSent(() => renderRequest(endpoint, template, CALL), /^the address/);
    }
  });

  it('header names become lower case, values become UTF-8 bytes, and line breaks are never sent', () => {
    const target = { headers: { 'X-Model': '{{model}}', 'x-run': 'Run {{run_id}}' } };
    const { headers } = render(target);
    assert.deepEqual(headers, { 'x-model': 'm/1 Ã¼', 'x-run': 'Run run-7' });
    assertNotSent(
      () => render(target, { model: 'a\r\nhost: b' }),
      /x-model would have a line break/i,
    );
  });

  it('a template that repeats a long conversation is refused before it is rendered', () => {
    const messages = [{ role: 'user', content: 'x'.repeat(1_000_000) }] as const;
    const body = Array<string>(1000).fill('{{messages}}');
    assertNotSent(() => render({ body }, { messages }), /larger than 16 MiB; repeat fewer/);
    assert.ok(render({ body: body.slice(0, 10) }, { messages }).body);
  });
});

describe('renderRequest properties', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', '.', '/', '\\', '%2f', '%2e', '?', '#', '@', '\r\n', '\0', '\ud800'),
    fc
      .array(fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', '%25', 'a', ';', '?', '#'))
      .map((all) => all.join('')),
  );

  it('whatever the values are, a rendered request stays on the origin with the segments of its template', () => {
    const target = Target.parse({
      path: '/a/{{session}}/b.{{model}}/c?d={{user_message}}',
      headers: { 'x-a': 'b {{session}} {{model}}' },
      body: { '{': '{{user_message}}', n: '{{messages}}' },
      session: SESSION,
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, (session, model, content) => {
        const messages = [{ role: 'user', content }] as const;
        const call = { ...CALL, session, model, messages };
        let rendered: RenderedRequest;
        try {
          rendered = renderRequest(ENDPOINT, toTemplate(target), call);
        } catch (error) {
          assert.ok(error instanceof EgressError && error.kind === 'bad_endpoint');
          return;
        }
        const url = new URL(rendered.url);
        assert.equal(url.origin, 'https://model.test:8443');
        assert.equal(url.pathname.split('/').length, 5);
        assert.equal(url.searchParams.get('d'), content.toWellFormed());
        assert.equal(decodeURIComponent(url.pathname.split('/')[2] ?? ''), session.toWellFormed());
        assert.doesNotMatch(rendered.headers['x-a'] ?? '', /[\r\n\0]/);
        const sent = JSON.parse(JSON.stringify(rendered.body)) as object;
        assert.deepEqual(sent, { '{': content, n: [{ role: 'user', content }] });
      }),
      { numRuns: 2000 },
    );
  });

  it('a body without placeholders is sent as it is', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{')),
        (value) => {
          const { body } = renderRequest(
            ENDPOINT,
            toTemplate({ ...Target.parse({}), body: { value } }),
            CALL,
          );
          assert.deepEqual(JSON.parse(JSON.stringify(body)), JSON.parse(JSON.stringify({ value })));
        },
      ),
    );
  });
});
