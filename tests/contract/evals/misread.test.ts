import { Comparison, EvaluationRequest, TestCallResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

/** A reply in an unknown shape. */
const ANSWER = {
  status: 'ok',
  message: 'success',
  data: { answer: { body: 'The card is blocked.' } },
};
const PLACE = '/data/answer/body';

const test_batch = {
  id: 'lost-card',
  interactions: ['Hello', 'Is my card blocked?', 'Thanks'].map((user_message) => ({
    user_message,
    reference_reply: 'The card is blocked.',
  })),
};

describe('an endpoint whose replies cannot be read', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals');
  });
  beforeEach(async () => {
    endpoint = await startStub((_, response) => sendJson(response, ANSWER));
  });
  after(() => evals[Symbol.asyncDispose]());

  it('gets no score and no more calls after five answers, and the headline proposes a path of the reply', async () => {
    await using stub = endpoint;
    const run = { endpoint: stub.url, test_batch, attempts: 4, concurrency: 1 };
    const { headline, results, stats } = await evaluate(evals, run);
    assert.deepEqual([headline.result, headline.exit_code], ['replies_misread', 3]);
    assert.match(headline.title, /^12 of 12 turns in the run have no reply that can be read$/);
    assert.match(headline.next ?? '', /If the reply is at \/data\/answer\/body/);
    assert.equal(stats['overall'], undefined);
    const turns = results.scenarios[0]?.attempts.flatMap(({ interactions }) => interactions) ?? [];
    assert.deepEqual(
      turns.map(({ agent_reply, error }) => [agent_reply, error?.kind, error?.proposed_reply]),
      turns.map((_, at) => ['Request failed', at < 5 ? 'bad_response' : 'circuit_open', PLACE]),
    );
    assert.equal(
      turns[0]?.error?.message,
      'the answer has no reply that can be read: it has the keys status, message, data.answer.body. ' +
        `If the reply is at ${PLACE}, set target.reply to that.`,
    );
    assert.equal(stub.requests.length, 5);
    assert.doesNotMatch(JSON.stringify(stub.requests), /blocked\.|success/);
  });

  it('is misread if only the session id cannot be read, and the headline proposes its place', async () => {
    await endpoint[Symbol.asyncDispose]();
    await using stub = await startStub((_, response) =>
      sendJson(response, { said: 'The card is blocked.', chat: { conversation_id: 'c-7' } }),
    );
    const target = {
      body: { q: '{{user_message}}', c: '{{session}}' },
      reply: '/said',
      session: { from: '/id' },
    };
    const run = { endpoint: stub.url, target, test_batch, attempts: 2, concurrency: 1 };
    const { headline, run_id } = await evaluate(evals, run);
    assert.deepEqual([headline.result, headline.exit_code], ['replies_misread', 3]);
    assert.equal(headline.title, '2 of 6 turns in the run have no session id that can be read');
    assert.match(headline.next ?? '', /is at \/chat\/conversation_id, .*`target\.session\.from`/);
    assert.equal(stub.requests.length, 2, 'turns without the session were sent');
    const { body } = await ask(evals, `/compare?baseline=${run_id}&candidate=${run_id}`);
    assert.equal(Comparison.parse(body).headline.result, 'replies_misread');
  });

  it("is read with target.reply, which the run's request and a comparison show", async () => {
    await using stub = endpoint;
    const target = { reply: PLACE };
    const misread = await evaluate(evals, { endpoint: stub.url, test_batch });
    const {
      run_id: id,
      headline,
      results,
    } = await evaluate(evals, {
      endpoint: stub.url,
      test_batch,
      target,
    });
    assert.equal(headline.result, 'passed');
    const replies = results.scenarios[0]?.attempts[0]?.interactions.map((turn) => turn.agent_reply);
    assert.deepEqual(new Set(replies), new Set(['The card is blocked.']));
    const { body: request } = await ask(evals, `/runs/${id}/request`);
    assert.deepEqual(EvaluationRequest.parse(request).target, target);
    const pair = `/compare?baseline=${misread.run_id}&candidate=${id}`;
    const comparison = Comparison.parse((await ask(evals, pair)).body);
    assert.deepEqual(comparison.differences, [
      { field: 'target.reply', baseline: null, candidate: PLACE },
    ]);
    assert.equal(comparison.headline.result, 'replies_misread');
  });

  it('is detected by a test call, which proposes the path of the reply and reads it from there', async () => {
    await using stub = endpoint;
    const call = async (changes: object): Promise<TestCallResult> => {
      const response = await fetch(`${evals.url}/test-call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint: stub.url, model_id: 'm', ...changes }),
      });
      return TestCallResult.parse(await response.json());
    };
    const unread = await call({});
    assert.deepEqual([unread.error?.kind, unread.proposed_reply], ['bad_response', PLACE]);
    const { reply, proposed_reply } = await call({ target: { reply: unread.proposed_reply } });
    assert.deepEqual([reply, proposed_reply], ['The card is blocked.', null]);
  });
});
