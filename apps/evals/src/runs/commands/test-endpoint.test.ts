import { Target, TestCall, TestCallResult } from '@fairtrial/contracts';
import type { EndpointOptions, Exchange, ModelCall, ModelOutcome } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testEndpoint } from './test-endpoint.ts';

const ANSWERED: ModelOutcome = {
  state: 'answered',
  text: 'Hi',
  metadata: undefined,
  usage: undefined,
  toolCalls: undefined,
  model: undefined,
  flags: [],
  elapsedMs: 12,
};

const FAILED: ModelOutcome = {
  state: 'failed',
  reached: true,
  error: {
    kind: 'bad_response',
    status: 200,
    message: 'there is no session id',
    tries: 1,
    elapsed_ms: 7,
    proposed_reply: '/a',
    proposed_session: '/b',
  },
};

const EXCHANGE: Exchange = {
  method: 'POST',
  url: 'http://x/chat',
  headers: {},
  body: '{}',
  response: { status: 200, text: 'Hi', setsCookie: false },
};

/** An endpoint with these exchanges and this outcome, and what it was created and called with. */
function fakeEndpoint(outcome: Partial<ModelOutcome>, exchanges: readonly Exchange[] = []) {
  const created: Pick<EndpointOptions, 'url' | 'protocol' | 'target'>[] = [];
  const calls: ModelCall[] = [];
  return {
    created,
    calls,
    createEndpoint: (options: Pick<EndpointOptions, 'url' | 'protocol' | 'target'>) => {
      created.push(options);
      return {
        protocol: 'custom' as const,
        async call(call: ModelCall) {
          calls.push(call);
          for (const exchange of exchanges) call.onExchange?.(exchange);
          return { ...ANSWERED, ...outcome } as ModelOutcome;
        },
      };
    },
  };
}

function test(fake: ReturnType<typeof fakeEndpoint>, target?: object): Promise<TestCallResult> {
  const call = TestCall.parse({ endpoint: 'http://x/', model_id: 'm' });
  const parsed = target && Target.parse(target);
  return testEndpoint(fake, { ...call, target: parsed }, AbortSignal.timeout(5000));
}

const TEMPLATE = { body: { question: '{{user_message}}' } };

describe('testEndpoint', () => {
  it('testEndpoint calls the target as the first turn of a run called test-call', async () => {
    const fake = fakeEndpoint({});
    await test(fake, TEMPLATE);
    assert.deepEqual(
      fake.created.map(({ protocol, target }) => [protocol, target?.body]),
      [['custom', TEMPLATE.body]],
    );
    assert.deepEqual(fake.calls[0]?.context, { runId: 'test-call', attempt: 0, turn: 0 });
  });

  it('testEndpoint shows the last request and its response, and no secrets', async () => {
    const headers = { 'x-tenant': 'qa', authorization: 'Bearer a', 'X-Api-Key': 'b', cookie: 'c' };
    const url = 'http://user:pass@x/chat?api_key=d&page=1';
    const response = { status: 201, text: 'x'.repeat(5000), setsCookie: false };
    const body = `"${'y'.repeat(5000)}"`;
    const last = { method: 'PUT', url, headers, body, response };
    const result = await test(fakeEndpoint({}, [EXCHANGE, last]));
    TestCallResult.parse(result);
    assert.deepEqual(result.request, {
      method: 'PUT',
      url: 'http://[secret]@x/chat?api_key=[secret]&page=1',
      headers: {
        'x-tenant': 'qa',
        authorization: '[secret]',
        'X-Api-Key': '[secret]',
        cookie: '[secret]',
      },
      body: `"${'y'.repeat(3999)}`,
    });
    assert.deepEqual(result.response, { status: 201, body: 'x'.repeat(4000) });
  });

  it('testEndpoint shows no response if there was none, and no request if none was sent', async () => {
    const lost = await test(
      fakeEndpoint({}, [{ ...EXCHANGE, body: undefined, response: undefined }]),
    );
    assert.deepEqual([lost.request?.body, lost.response], [null, null]);
    const unsent = await test(fakeEndpoint(FAILED));
    assert.deepEqual([unsent.request, unsent.response], [null, null]);
  });

  it('testEndpoint reports the session that the next turn would send', async () => {
    assert.equal((await test(fakeEndpoint({ session: 'abc' }), TEMPLATE)).session, 'abc');
    assert.equal((await test(fakeEndpoint({ session: 0 }), TEMPLATE)).session, 0);
    assert.equal((await test(fakeEndpoint({}), TEMPLATE)).session, null);
    assert.equal(
      (await test(fakeEndpoint({ ...FAILED, session: 'opened' }), TEMPLATE)).session,
      'opened',
    );
  });

  it('testEndpoint reports the proposals of a failed call', async () => {
    const result = await test(fakeEndpoint(FAILED));
    assert.deepEqual(
      [result.outcome, result.proposed_reply, result.proposed_session, result.latency_ms],
      ['endpoint_failed', '/a', '/b', 7],
    );
    assert.deepEqual(result.notes, []);
  });

  it('testEndpoint notes a cookie, also if the request that opens the session gets it', async () => {
    const open = { ...EXCHANGE, response: { status: 200, text: '', setsCookie: true } };
    const { notes } = await test(fakeEndpoint({}, [open, EXCHANGE]));
    assert.match(notes.join(), /sets a cookie; cookies are not sent back/);
    assert.deepEqual((await test(fakeEndpoint({}, [EXCHANGE]))).notes, []);
  });

  it('testEndpoint notes pointers to nothing and an empty reply', async () => {
    const target = { metadata: '/labels', tool_calls: '/tools' };
    const { notes } = await test(fakeEndpoint({ text: ' \n' }), target);
    assert.deepEqual(notes, [
      'the reply is empty',
      'the response has no annotations at /labels: correct target.metadata',
      'the response has no list of tool calls at /tools: correct target.tool_calls',
    ]);
    const complete = await test(fakeEndpoint({ metadata: { a: 1 }, toolCalls: [] }), target);
    assert.deepEqual(complete.notes, []);
    assert.deepEqual((await test(fakeEndpoint({}))).notes, []);
  });

  it('testEndpoint rejects a session that the protocol does not have', async () => {
    const fake = fakeEndpoint({});
    await assert.rejects(test(fake, { session: { from: '/id' } }), /set protocol to responses/);
    assert.deepEqual(fake.calls, []);
  });
});
