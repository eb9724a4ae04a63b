import { EvaluationResponse, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import {
  cardScenario,
  gradingPrompts,
  REFERENCE,
  startJudge,
  startEchoEndpoint,
} from '../../support/data/judged-runs.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import {
  act,
  ask,
  postJson,
  refusal,
  rescore,
  startRun,
  untilOver,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';
import type { StubModel } from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

const LABELLED = {
  interactions: [
    { user_message: 'Hi', reference_reply: 'Hi', reference_metadata: { intent: 'greet' } },
    { user_message: 'Oh', reference_reply: 'Bye', reference_metadata: { intent: 'part' } },
    { user_message: 'fail', reference_reply: 'Bye', reference_metadata: { intent: 'part' } },
  ],
};

describe('rescoring a run', () => {
  let echo: Stub;
  let judge: StubModel;
  let evals: Service;
  /** The judge's verdict on every reply. */
  let choice: string;
  let isAway: boolean;

  before(async () => {
    echo = await startEchoEndpoint();
    judge = await startJudge((prompt, reply) => {
      if (isAway && reply === 'later') return { status: 403, says: 'not now' };
      return verdictFor(prompt, choice);
    });
    evals = await startService('evals', { JUDGE_MODEL: 'stub/judge', JUDGE_BASE_URL: judge.url });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  const play = (test_batch: object, changes: object = {}): Promise<EvaluationResponse> =>
    evaluate(evals, { endpoint: `${echo.url}/v1`, history: 'none', test_batch, ...changes });

  async function rescored(runId: string, body: object): Promise<EvaluationResponse> {
    const { result, state } = await rescore(evals, runId, body);
    assert.equal(state, 'completed');
    return EvaluationResponse.parse(result);
  }

  it('reweights the stored scores without calling a model', async () => {
    const answer = await play(LABELLED, { judge: false });
    const calls = [echo.requests.length, judge.prompts.length];
    const again = await rescored(answer.run_id, { weights: { reply: 0, metadata: 1 } });
    assert.deepEqual([echo.requests.length, judge.prompts.length], calls);
    assert.deepEqual(again.weights, { reply: 0, metadata: 1 });
    assert.equal(again.revision, 2);
    assert.equal(again.stats['overall']?.mean, again.stats['metadata']?.mean);
    const back = await rescored(answer.run_id, { weights: answer.weights });
    assert.equal(back.revision, 3);
    assert.deepEqual({ ...back, revision: undefined }, { ...answer, revision: undefined });
    const strict = await rescored(answer.run_id, { pass_threshold: 0.9 });
    const passed = listTurns(strict).map((turn) => turn.passed);
    assert.deepEqual(passed, [true, false, null]);
  });

  it('judges replies without a judgement, and judged ones only if the request names a judge', async () => {
    choice = 'A';
    const { run_id } = await play(cardScenario(REFERENCE, 'fail'), { judge: false });
    const judged = await rescored(run_id, { judge: {} });
    assert.deepEqual([judged.stats['judge']?.mean, judged.grading?.[0]?.calls], [0.5, 1]);
    const asked = gradingPrompts(judge).length;
    choice = 'C';
    const weighed = await rescored(run_id, { weights: { reply: 1, metadata: 0 } });
    assert.equal(weighed.stats['judge']?.mean, 0.5);
    assert.equal(gradingPrompts(judge).length, asked);
    const again = await rescored(run_id, { judge: { instructions: 'Mind the number.' } });
    assert.deepEqual([again.stats['judge']?.mean, again.grading?.[0]?.calls], [1, 1]);
    assert.equal(gradingPrompts(judge).length, asked + 1);
    const without = await rescored(run_id, { judge: false, scorers: ['token_f1'] });
    assert.deepEqual(Object.keys(without.stats), ['token_f1']);
    assert.equal(without.grading, undefined);
  });

  it('retries the judgements that failed', async () => {
    [choice, isAway] = ['C', true];
    const answer = await play(cardScenario(REFERENCE, 'later'));
    assert.equal(answer.stats['judge']?.coverage, 0.5);
    isAway = false;
    const earlier = gradingPrompts(judge).length;
    const fixed = await rescored(answer.run_id, {});
    assert.equal(gradingPrompts(judge).length, earlier + 1);
    assert.deepEqual([fixed.stats['judge']?.coverage, fixed.stats['judge']?.mean], [1, 1]);
    assert.deepEqual(fixed.warnings, []);
    const events = await readEvents(evals, answer.run_id);
    const kinds = events.map(({ event }) => event);
    assert.deepEqual(
      kinds.filter((kind, at) => kind !== kinds[at - 1]),
      [
        'run-started',
        'turns-finished',
        'grading',
        'run-finished',
        'run-rescored',
        'grading',
        'run-finished',
      ],
    );
    const { data } = events.findLast(({ event }) => event === 'grading') ?? {};
    assert.equal(data?.['total'], 2);
  });

  it('is refused while the run is in progress, for an unknown run, and with an invalid body', async () => {
    await using silent = await startStub(() => undefined);
    const { run_id } = await startRun(evals, { endpoint: `${silent.url}/v1` });
    const path = `/runs/${run_id}/rescore`;
    assert.deepEqual(await refusal(evals, path, 'POST'), [409, 'run_active']);
    await act(evals, run_id, 'cancel');
    await untilOver(evals, run_id);
    for (const body of [
      { weights: { reply: 0, metadata: 0 } },
      { attempts: 2 },
      { scorers: ['x'] },
    ]) {
      assert.equal((await postJson(evals, path, body)).status, 422, JSON.stringify(body));
    }
    const self = await play(cardScenario('x'), { judge: false, model_id: 'stub/judge' });
    const { status, body } = await postJson(evals, `/runs/${self.run_id}/rescore`, { judge: {} });
    assert.deepEqual([status, Problem.parse(body).errors?.[0]?.pointer], [422, '/judge']);
    assert.equal((await ask(evals, `/runs/${self.run_id}`, 'DELETE')).status, 204);
    const gone = await refusal(evals, `/runs/${self.run_id}/rescore`, 'POST');
    assert.deepEqual(gone, [404, 'run_not_found']);
  });

  it('after a retry judges only the new replies', async () => {
    let isDown = true;
    await using endpoint = await startStub((_, response) => {
      response.statusCode = isDown ? 400 : 200;
      response.end(REFERENCE);
    });
    choice = 'C';
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 2 };
    const failed = await play(cardScenario('x'), changes);
    assert.equal(failed.stats['judge'], undefined);
    const earlier = judge.prompts.length;
    isDown = false;
    await act(evals, failed.run_id, 'retry');
    const { result } = await untilOver(evals, failed.run_id);
    assert.deepEqual([result?.stats['judge']?.mean, result?.stats['judge']?.coverage], [1, 1]);
    assert.equal(judge.prompts.length, earlier + 2);
  });

  it('leaves a cancelled run cancelled', async () => {
    await using slow = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { content: string }[] };
      if (messages.at(-1)?.content !== 'silence') response.end('Hi');
    });
    choice = 'C';
    const { run_id } = await startRun(evals, {
      endpoint: `${slow.url}/v1`,
      history: 'none',
      test_batch: cardScenario('Hello', 'silence'),
    });
    await readEvents(evals, run_id, { maxEvents: 2 });
    await act(evals, run_id, 'cancel');
    const cancelled = await untilOver(evals, run_id);
    assert.equal(cancelled.state, 'cancelled');
    assert.equal(cancelled.result?.stats['judge'], undefined);
    const graded = await rescore(evals, run_id, {});
    assert.equal(graded.state, 'cancelled');
    assert.equal(graded.result?.stats['judge']?.mean, 1);
  });
});
