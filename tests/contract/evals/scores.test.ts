import { DEFAULT_WEIGHTS, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('the scores of a reply', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  it('scores: a wrong fact caps the reply score, and is listed', async () => {
    await using wrong = await startStub((_, response) =>
      sendJson(response, chatCompletion('Your order 1234 ships on May 5')),
    );
    const references = ['Your order 1234 ships on May 6', 'Your order is on its way'];
    const answer = await evaluate(evals, {
      endpoint: wrong.url,
      weights: { reply: 1, metadata: 1 },
      test_batch: {
        interactions: references.map((reference_reply) => ({ user_message: 'a', reference_reply })),
      },
    });
    const [first, second] = listTurns(answer);
    assert.equal(first?.scores['token_f1'], 0.8571);
    assert.equal(first.scores['reply'], 0.5);
    assert.equal(first.scores['overall'], 0.5);
    assert.deepEqual(first.flags, ['conflict']);
    assert.deepEqual(first.score_details, {
      key_facts: { missing: ['date 05-06'], extra: ['date 05-05'] },
      consistency: { contradictions: ['reference says may 6, reply says may 5'] },
    });
    assert.equal(second?.scores['key_facts'], null);
    assert.equal(answer.results.scenarios[0]?.average_scores['key_facts'], 0.5);
    assert.equal(answer.stats['key_facts']?.coverage, 1);
    assert.deepEqual(answer.weights, { reply: 1, metadata: 1 });
  });

  it('metadata: a reply similar to no reference gets none of their labels', async () => {
    await using strange = await startStub((_, response) =>
      sendJson(response, chatCompletion('Purple elephants dance on the moon at noon.')),
    );
    const answer = await evaluate(evals, { endpoint: strange.url });
    const [first] = listTurns(answer);
    assert.deepEqual(
      [first?.metadata_source, first?.generated_metadata, first?.scores['metadata']],
      [null, {}, 0],
    );
    assert.ok(!answer.warnings.some((warning) => warning.includes('nearest reference')));
  });

  it('weights: 0.7 and 0.3 by default; two zeros are refused', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.deepEqual(answer.weights, DEFAULT_WEIGHTS);
    const problem = await postEvaluate(
      evals,
      createRequest({ weights: { reply: 0, metadata: 0 } }),
    );
    assert.equal(problem.status, 422);
    assert.equal(Problem.parse(problem.body).errors?.[0]?.pointer, '/weights');
  });
});
