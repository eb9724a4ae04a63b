import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { viewRun } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('a reply of another model than the requested one', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub(({ body }, response) => {
      const { model } = body as { model: string };
      sendJson(response, chatCompletion('Hi', model === 'gone' ? 'small-model' : `${model}-0613`));
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  it('is flagged, and the run has a warning, also after a rescore', async () => {
    const target = { endpoint: `${endpoint.url}/v1`, attempts: 3 };
    const answer = await evaluate(evals, { ...target, model_id: 'gone' });
    const warning =
      '3 of 3 replies came from another model: asked for gone, answered by small-model';
    assert.ok(answer.warnings.includes(warning), answer.warnings.join('\n'));
    for (const turn of listTurns(answer)) {
      assert.ok(turn.flags.includes('other_model'));
      assert.deepEqual(turn.score_details['other_model'], { answered_by: 'small-model' });
    }
    const path = `${evals.url}/runs/${answer.run_id}`;
    const rescored = await fetch(`${path}/rescore`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ weights: { reply: 1, metadata: 0 } }),
    });
    assert.equal(rescored.status, 202);
    await until(
      'the run is scored again',
      async () => (await viewRun(evals, answer.run_id)).state === 'completed',
    );
    const { result } = await viewRun(evals, answer.run_id);
    assert.equal(result?.revision, 2);
    assert.ok(result.warnings.includes(warning));
  });

  it('is not a reply of a dated version of the same model, and every call requests no fallback', async () => {
    const target = { endpoint: `${endpoint.url}/v1`, model_id: 'openai/gpt-4' };
    const answer = await evaluate(evals, target);
    assert.ok(!answer.warnings.some((warning) => warning.includes('another model')));
    assert.ok(listTurns(answer).every(({ flags }) => !flags.includes('other_model')));
    const tested = await fetch(`${evals.url}/test-call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(target),
    });
    assert.equal(tested.status, 200);
    assert.ok(
      endpoint.requests.every(({ headers }) => headers['x-model-fallback'] === 'none'),
      'also in a test call',
    );
  });
});
