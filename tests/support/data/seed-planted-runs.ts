import type { ConsoleEnvironment } from '../browser/open-console.ts';
import { runSamples } from './sample-runs.ts';

/** Three runs of the samples: `sim/v1` twice, then `sim/v2`, which is worse in bank-lost-card, turn 2. */
export interface SeededRuns {
  readonly testName: string;
  readonly first: string;
  readonly baseline: string;
  readonly candidate: string;
}

/** Seeds deterministic runs with the planted regression. */
export async function seedPlantedRuns(
  { evals, endpoint }: ConsoleEnvironment,
  changes: object = {},
): Promise<SeededRuns> {
  const testName = 'nightly';
  const run = async (asked: object): Promise<string> => {
    const answer = await runSamples(evals, { endpoint, test_name: testName, ...asked, ...changes });
    return answer.run_id;
  };
  const first = await run({ model_id: 'sim/v1' });
  const baseline = await run({ model_id: 'sim/v1' });
  const candidate = await run({ model_id: 'sim/v2', baseline });
  return { testName, first, baseline, candidate };
}
