import { AppError, EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkHistory,
  checkTarget,
  planHistory,
  planProtocol,
  warnOfTarget,
  type ResolvedRequest,
} from './check-target.ts';

const TEMPLATE = { body: { question: '{{user_message}}' } };
/** Sends the earlier turns. */
const SENDING = { body: { question: '{{user_message}}', so_far: '{{transcript}}' } };
const SESSION = { from: '/id' };
/** Sends the id of the session. */
const KEEPING = { body: { question: '{{user_message}}', id: '{{session}}' } };

function request(fields: object): ResolvedRequest {
  const smallest = {
    endpoint: 'http://x/',
    model_id: 'm',
    test_batch: { interactions: [{ user_message: 'a' }] },
  };
  const parsed = EvaluationRequest.parse({ ...smallest, ...fields });
  const { target, test_batch } = parsed;
  assert.ok(typeof target !== 'string' && test_batch !== undefined);
  return { ...parsed, target, test_batch };
}

/** The pointer and the message of the refusal. */
function refusalOf(fields: object): readonly [string | undefined, string] {
  try {
    checkTarget(request(fields));
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'invalid_request');
    return [error.errors?.[0]?.pointer, error.message];
  }
  return [undefined, ''];
}

function pointerOf(fields: object): string | undefined {
  return refusalOf(fields)[0];
}

describe('checkTarget', () => {
  it('checkTarget accepts a template only with the protocol auto or custom', () => {
    for (const protocol of [undefined, 'auto', 'custom']) {
      assert.equal(pointerOf({ protocol, target: TEMPLATE }), undefined, protocol);
    }
    for (const protocol of ['openai', 'responses', 'agent', 'prompt']) {
      assert.equal(pointerOf({ protocol, target: TEMPLATE }), '/protocol', protocol);
    }
  });

  it('checkTarget accepts pointers into the response with every protocol except custom', () => {
    const target = { reply: '/a', metadata: '/b', tool_calls: '/c' };
    for (const protocol of ['auto', 'openai', 'responses', 'agent', 'prompt']) {
      assert.equal(pointerOf({ protocol, target }), undefined, protocol);
    }
    assert.equal(pointerOf({ protocol: 'custom', target }), '/protocol');
    assert.match(refusalOf({ protocol: 'custom' })[1], /set target\.body/);
  });

  it('checkTarget accepts a session without a template only for the Responses API', () => {
    const target = { session: SESSION };
    assert.equal(pointerOf({ protocol: 'responses', target }), undefined);
    for (const endpoint of ['http://x/v1/responses', 'http://x/responses/?a=1']) {
      assert.equal(pointerOf({ endpoint, target }), undefined, endpoint);
    }
    for (const endpoint of ['http://x/v1', 'http://x/my-responses', 'nonsense']) {
      assert.equal(pointerOf({ endpoint, target }), '/target/session', endpoint);
    }
    const endpoint = 'http://x/v1/responses';
    assert.equal(pointerOf({ endpoint, protocol: 'openai', target }), '/target/session');
    assert.match(refusalOf({ target })[1], /set protocol to responses/);
    assert.equal(pointerOf({ target: { ...KEEPING, session: SESSION } }), undefined);
  });

  it('checkTarget rejects against if the template does not send the model', () => {
    const against = 'other';
    assert.equal(pointerOf({ against, target: TEMPLATE }), '/against');
    assert.equal(pointerOf({ against, target: { reply: '/a' } }), undefined);
    const body = { settings: [{ model: 'x/{{ model }}' }], question: '{{user_message}}' };
    assert.equal(pointerOf({ against, target: { body } }), undefined);
    const open = { path: '/open', body: { model: '{{model}}' } };
    const target = { ...KEEPING, session: { ...SESSION, open } };
    assert.equal(pointerOf({ against, target }), undefined, 'sent when the session is opened');
  });
});

describe('the plan of a target', () => {
  it('the protocol of a template is custom, and pointers keep the requested one', () => {
    assert.equal(planProtocol(request({ target: TEMPLATE })), 'custom');
    assert.equal(planProtocol(request({ target: { reply: '/a' } })), 'auto');
    assert.equal(planProtocol(request({ protocol: 'prompt', target: { reply: '/a' } })), 'prompt');
  });

  it('the default history is none with a session, otherwise live', () => {
    const target = { ...KEEPING, session: SESSION };
    assert.equal(planHistory(request({ target })), 'none');
    assert.equal(planHistory(request({ target, history: 'live' })), 'live');
    assert.equal(planHistory(request({ target: TEMPLATE })), 'live');
  });
});

describe('checkHistory', () => {
  const turns = (count: number) => ({
    interactions: Array.from({ length: count }, () => ({ user_message: 'a' })),
  });
  const detailOf = (fields: object): string | undefined => {
    try {
      checkHistory(request({ test_batch: [turns(1), turns(2)], ...fields }));
      return undefined;
    } catch (error) {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.errors?.length], ['invalid_request', 1]);
      assert.equal(error.errors?.[0]?.pointer, '/target/body');
      return error.errors?.[0]?.detail;
    }
  };

  it('checkHistory rejects a conversation of several turns whose earlier turns the template does not send', () => {
    const advice =
      'earlier turns are not sent: insert {{messages}} or {{transcript}}, set target.session, or set history to none';
    const get = { method: 'GET', path: '/ask?q={{user_message}}' };
    for (const target of [TEMPLATE, get]) {
      for (const history of [undefined, 'live', 'reference']) {
        assert.equal(detailOf({ target, history }), advice, history);
      }
    }
  });

  it('checkHistory accepts single turns, history none, a session, and templates that send earlier turns', () => {
    const inPath = { method: 'GET', path: '/ask?q={{transcript}}' };
    for (const fields of [
      { target: TEMPLATE, test_batch: [turns(1), turns(1)] },
      { target: TEMPLATE, test_batch: turns(1) },
      { target: TEMPLATE, history: 'none' },
      { target: { ...KEEPING, session: SESSION } },
      { target: { ...KEEPING, session: SESSION }, history: 'live' },
      { target: SENDING },
      { target: { body: '{{messages}}' } },
      { target: inPath },
      { target: { reply: '/a' } },
      {},
    ]) {
      assert.equal(detailOf(fields), undefined, JSON.stringify(fields));
    }
  });
});

describe('warnOfTarget', () => {
  it('warnOfTarget warns if earlier turns are sent to an endpoint that keeps them', () => {
    for (const name of ['messages', 'transcript']) {
      const target = { body: { all: `{{${name}}}`, id: '{{session}}' }, session: SESSION };
      assert.deepEqual(warnOfTarget(request({ target })), []);
      assert.deepEqual(warnOfTarget(request({ target, history: 'none' })), []);
      for (const history of ['live', 'reference']) {
        const [warning = ''] = warnOfTarget(request({ target, history }));
        assert.match(warning, /earlier turns are sent although .* leave out history/);
      }
    }
    assert.deepEqual(warnOfTarget(request({ target: SENDING, history: 'live' })), []);
  });

  it('warnOfTarget warns that history has no effect if a session keeps the turns and only the message is sent', () => {
    const opened = {
      ...KEEPING,
      session: { ...SESSION, open: { path: '/open', body: { so_far: '{{messages}}' } } },
    };
    for (const fields of [
      { target: { ...KEEPING, session: SESSION } },
      { target: opened },
      { protocol: 'responses', target: { session: SESSION } },
    ]) {
      const warnings = warnOfTarget(request({ ...fields, history: 'live' }));
      assert.match(warnings.join(), /^history is live, which has no effect: .* leave out history$/);
      assert.deepEqual(warnOfTarget(request({ ...fields, history: 'none' })), []);
      assert.deepEqual(warnOfTarget(request(fields)), []);
    }
  });

  it('warnOfTarget warns if a template does not send the system prompt', () => {
    const warnings = (body: unknown): readonly string[] =>
      warnOfTarget(request({ system_prompt: 'Be brief.', target: { body } }));
    assert.match(warnings(TEMPLATE.body).join(), /system_prompt was not sent/);
    for (const name of ['system_prompt', 'messages', 'transcript']) {
      const body = { text: ['{{user_message}}', `{{${name}}}`] };
      assert.deepEqual(warnings(body), [], name);
    }
    assert.deepEqual(warnOfTarget(request({ target: TEMPLATE })), [], 'there is none');
  });

  it('warnOfTarget warns that parameters are not sent with a template', () => {
    const warnings = (parameters: object, target: object): readonly string[] =>
      warnOfTarget(request({ parameters, target }));
    assert.match(warnings({ temperature: 0 }, TEMPLATE).join(), /parameters were not sent/);
    assert.deepEqual(warnings({}, TEMPLATE), []);
    assert.deepEqual(warnings({ stream: true }, TEMPLATE), [], 'another warning covers it');
    assert.deepEqual(warnings({ temperature: 0 }, { reply: '/a' }), []);
  });
});
