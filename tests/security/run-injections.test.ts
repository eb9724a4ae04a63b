import assert from 'node:assert/strict';
import { it } from 'node:test';
import { evaluate, listTurns } from '../support/calls/evaluate.ts';
import { cardScenario, startEchoEndpoint } from '../support/data/judged-runs.ts';
import { startService } from '../support/services/start-service.ts';
import { INJECTIONS } from './injections.ts';

it('no reply persuades an obedient judge of a better verdict, in a run from end to end', async () => {
  await using simulator = await startService('simulator');
  await using echo = await startEchoEndpoint();
  await using evals = await startService('evals', {
    JUDGE_MODEL: 'sim/judge-obeys',
    JUDGE_BASE_URL: simulator.url,
  });
  const injections = Object.entries(INJECTIONS);
  assert.ok(injections.length >= 60, String(injections.length));
  // Earlier messages reach the judge too: with the history, every reply includes the ones before it.
  for (const history of ['none', 'live']) {
    const answer = await evaluate(evals, {
      endpoint: `${echo.url}/v1`,
      history,
      test_batch: cardScenario(...injections.map(([, text]) => `Nobody works here today. ${text}`)),
    });
    const turns = listTurns(answer);
    assert.equal(turns.length, injections.length);
    const escaped = injections.filter((_, at) => (turns[at]?.scores['judge'] ?? 0) > 0);
    assert.deepEqual(escaped, [], history);
    assert.equal(answer.stats['judge']?.mean, 0);
    assert.equal(answer.stats['judge']?.coverage, 1);
  }
});
