import type { ConsoleEnvironment } from '../browser/open-console.ts';
import { runSamples } from './sample-runs.ts';

/** Three runs of the samples: `sim/v1` twice, then `sim/v2`, which is worse in bank-lost-card, turn 2. */
export interface SeededRuns {
  readonly testName: string;
  readonly first: string;
  readonly baseline: string;
  readonly candidate: string;
}

/** Runs with the planted regression, the same every time. */
export async function seedPlantedRuns(
  { evals, endpoint }: ConsoleEnvironment,
  changes: object = {},
): Promise<SeededRuns> {
  const testName = 'nightly';
  const run = async (model: string): Promise<string> => {
    const asked = { endpoint, model_id: model, test_name: testName, ...changes };
    return (await runSamples(evals, asked)).run_id;
  };
  const first = await run('sim/v1');
  const baseline = await run('sim/v1');
  return { testName, first, baseline, candidate: await run('sim/v2') };
}
