import { createEgress, type Egress } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sendJson, startRecorder } from '../testing/start-recorder.ts';
import {
  assertFailed,
  CALL,
  OPENED,
  READ,
  templateEndpoints,
} from '../testing/template-endpoint.ts';
import type { ModelOutcome } from '../calls/model-call.ts';

describe('sessions of an endpoint', () => {
  const egress: Egress = createEgress({ mode: 'local', allowedOrigins: [] });
  after(() => egress.close());

  const endpointAt = templateEndpoints(egress);

  it('a session is opened once, with its own idempotency key, and sent with every turn', async () => {
    await using server = await startRecorder((response, no) =>
      sendJson(
        response,
        no === 1 ? { data: { id: 'c/1' } } : { said: 'Hi', data: { id: 'other' } },
      ),
    );
    const endpoint = endpointAt(server.url, OPENED);
    const first = await endpoint.call(CALL);
    assert.ok(first.state === 'answered' && first.session === 'c/1');
    const second = await endpoint.call({ ...CALL, session: first.session });
    assert.equal(second.session, 'c/1');
    assert.deepEqual(
      server.seen.map(({ line, headers, body }) => [
        line,
        headers['idempotency-key'],
        headers['x-tenant'],
        body,
      ]),
      [
        ['POST /open', 'k/open', 'qa', { for: 'm' }],
        ['POST /chat/c%2F1', 'k', 'qa', { q: 'Hello' }],
        ['POST /chat/c%2F1', 'k', 'qa', { q: 'Hello' }],
      ],
    );
  });

  it('opening a session is retried, prepared like any request, and not counted in the budget', async () => {
    await using server = await startRecorder((response, no) => {
      if (no === 1 || no === 3) sendJson(response, {}, 503);
      else sendJson(response, { data: { id: 7 }, said: 'Hi' });
    });
    let reserved = 0;
    let prepared = 0;
    const outcome = await endpointAt(server.url, OPENED, 3).call({
      ...CALL,
      reserveRequest: async () => (reserved += 1) > 0,
      beforeRequest: async () => (prepared += 1) * Number.POSITIVE_INFINITY,
    });
    assert.ok(outcome.state === 'answered' && outcome.session === 7);
    assert.deepEqual(
      server.seen.map(({ line }) => line),
      ['POST /open', 'POST /open', 'POST /chat/7', 'POST /chat/7'],
    );
    assert.deepEqual([reserved, prepared], [1, 4]);
  });

  it('a session that cannot be opened fails the turn, and the turn is not sent', async () => {
    for (const [answer, kind, message, proposal] of [
      [
        { error: 'full' },
        'bad_response',
        /: the endpoint answered with an error: .*full/,
        undefined,
      ],
      [
        { data: { conversationId: 'x-secret-id' } },
        'bad_response',
        /: the answer has no session id at \/data\/id, which target\.session\.from points to: it has the keys data\.conversationId\. If the id is at \/data\/conversationId, set target/,
        '/data/conversationId',
      ],
      [
        { data: { id: { deep: 1 } } },
        'bad_response',
        /: the value at \/data\/id, .* cannot be a session id/,
        null,
      ],
      ['Hello', 'bad_response', /: the answer is not a JSON object/, null],
    ] as const) {
      await using server = await startRecorder((response) => sendJson(response, answer));
      const outcome = await endpointAt(server.url, OPENED).call(CALL);
      assertFailed(outcome);
      assert.equal(outcome.error.kind, kind);
      assert.match(outcome.error.message, /^the session could not be opened: /);
      assert.match(outcome.error.message, message);
      assert.ok(!outcome.error.message.includes('x-secret-id'));
      assert.equal(outcome.error.proposed_session, proposal);
      assert.equal(outcome.session, undefined);
      assert.equal(outcome.isUnsent, true);
      assert.equal(server.seen.length, 1);
    }
  });

  it('a turn that fails after its session was opened keeps the session', async () => {
    await using server = await startRecorder((response, no) =>
      no === 1 ? sendJson(response, { data: { id: 'c-1' } }) : sendJson(response, {}, 500),
    );
    const outcome = await endpointAt(server.url, OPENED).call(CALL);
    assertFailed(outcome);
    assert.deepEqual([outcome.error.status, outcome.session], [500, 'c-1']);
    assert.equal(outcome.isUnsent, undefined, 'the request of the turn was sent');
  });

  it('a session is read from each response, and kept if a later response has none', async () => {
    await using server = await startRecorder((response, no) =>
      sendJson(response, { said: 'Hi', ...[{}, { id: 1 }, { id: 'b' }, { id: null }][no] }),
    );
    const endpoint = endpointAt(server.url, READ);
    let session: ModelOutcome['session'];
    for (const expected of [1, 'b', 'b', 'b']) {
      const outcome = await endpoint.call({ ...CALL, session });
      assert.equal(outcome.session, expected);
      session = outcome.session;
    }
    assert.deepEqual(
      server.seen.map(({ body }) => body),
      [{ q: 'Hello' }, ...[1, 'b', 'b'].map((id) => ({ q: 'Hello', id }))],
    );
  });

  it('a first response without a session id fails the turn with a proposal', async () => {
    await using server = await startRecorder((response) =>
      sendJson(response, { said: 'Hi', thread_id: 12 }),
    );
    const outcome = await endpointAt(server.url, READ).call(CALL);
    assertFailed(outcome);
    assert.equal(outcome.error.proposed_session, '/thread_id');
    assert.equal(outcome.error.proposed_reply, undefined);
    const both = await endpointAt(server.url, { ...READ, reply: '/text' }).call(CALL);
    assertFailed(both);
    assert.deepEqual(
      [both.error.proposed_reply, both.error.proposed_session],
      ['/said', '/thread_id'],
    );
  });

  it('a session id is kept if the reply of its response cannot be read', async () => {
    await using server = await startRecorder((response, no) =>
      sendJson(response, { other: 'Hi', id: `c-${no}` }),
    );
    const endpoint = endpointAt(server.url, READ);
    const first = await endpoint.call(CALL);
    assertFailed(first);
    assert.deepEqual([first.error.kind, first.session], ['bad_response', 'c-1']);
    const second = await endpoint.call({ ...CALL, session: first.session });
    assertFailed(second);
    assert.equal(second.session, 'c-2', 'the newer id replaces the one that was sent');
  });

  it('a lost session fails the turn and is not replaced', async () => {
    for (const status of [404, 410]) {
      await using server = await startRecorder((response) =>
        sendJson(response, { gone: true }, status),
      );
      const outcome = await endpointAt(server.url, OPENED).call({ ...CALL, session: 'c-1' });
      assertFailed(outcome);
      assert.match(
        outcome.error.message,
        /^the session is lost, or target\.path is wrong \(a session is not replaced, .*HTTP 4/,
      );
      assert.deepEqual([outcome.error.status, outcome.session], [status, 'c-1']);
      assert.deepEqual(
        server.seen.map(({ line }) => line),
        ['POST /chat/c-1'],
      );
    }
  });

  it('a value that would change the path is not sent, and the session is kept', async () => {
    await using server = await startRecorder((response) => sendJson(response, { said: 'Hi' }));
    const outcome = await endpointAt(server.url, OPENED).call({ ...CALL, session: '../admin' });
    assertFailed(outcome);
    assert.deepEqual([outcome.error.kind, outcome.error.tries], ['bad_endpoint', 0]);
    assert.equal(outcome.session, '../admin');
    assert.equal(server.seen.length, 0);
  });

  it('five responses without a session id open the circuit with the proposal', async () => {
    await using server = await startRecorder((response) =>
      sendJson(response, { said: 'Hi', chat_id: 'x' }),
    );
    const endpoint = endpointAt(server.url, READ);
    for (let no = 0; no < 5; no += 1) await endpoint.call(CALL);
    const outcome = await endpoint.call(CALL);
    assertFailed(outcome);
    assert.match(
      outcome.error.message,
      /answered 5 times and no session id could be read.*: set target\.session\.from$/,
    );
    assert.equal(outcome.error.proposed_session, '/chat_id');
    const later = await endpoint.call({ ...CALL, session: 'c-1' });
    assert.equal(later.session, 'c-1', 'a turn that is not sent keeps its session');
    assert.equal(server.seen.length, 5);
  });
});
