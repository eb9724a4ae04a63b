import { PROBE_ITEMS } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runSamples } from '../../support/data/sample-runs.ts';
import { startService } from '../../support/services/start-service.ts';

it('with a judge, too, bank-lost-card is the scenario that regressed from sim/v1 to sim/v2', async () => {
  await using simulator = await startService('simulator');
  await using evals = await startService('evals', {
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: simulator.url,
    JUDGE_CONCURRENCY: '16',
  });
  const endpoint = `${simulator.url}/v1`;
  const { run_id: baseline, ...v1 } = await runSamples(evals, {
    endpoint,
    model_id: 'sim/v1',
  });
  const { comparison, gate, ...v2 } = await runSamples(evals, {
    endpoint,
    model_id: 'sim/v2',
    baseline,
  });
  const regressed = comparison?.scenarios.filter(({ verdict }) => verdict?.result === 'regressed');
  assert.deepEqual(
    regressed?.map(({ name }) => name),
    ['bank-lost-card'],
  );
  assert.deepEqual([gate?.verdict, comparison?.metric], ['fail', 'overall']);
  assert.match(gate?.gates[0]?.sentence ?? '', /bank-lost-card/);
  // The second run knows the judge, so it only asks the two questions of every run.
  for (const [{ stats, grading, warnings }, probes] of [
    [v1, PROBE_ITEMS.length],
    [v2, 2],
  ] as const) {
    assert.equal(stats['judge']?.coverage, 1);
    assert.deepEqual(
      grading?.map(({ kind, calls }) => [kind, calls]),
      [
        ['judge', 195],
        ['probe', probes],
      ],
    );
    assert.deepEqual(warnings, []);
  }
});
