import type { EvaluationResponse } from '@fairtrial/contracts';
import type { ConsoleEnvironment } from '../browser/open-console.ts';
import { runSamples } from './sample-runs.ts';

export interface SeededRuns {
  readonly baseline: EvaluationResponse;
  readonly candidate: EvaluationResponse;
}

/** Plays the samples with the first simulated model, then with the second, which has a planted regression. */
export async function seedRuns(
  { evals, endpoint }: ConsoleEnvironment,
  more: object = {},
): Promise<SeededRuns> {
  const changes = { endpoint, test_name: 'Nightly regression', concurrency: 16, ...more };
  const baseline = await runSamples(evals, { ...changes, model_id: 'sim/v1' });
  const candidate = await runSamples(evals, {
    ...changes,
    model_id: 'sim/v2',
    baseline: baseline.run_id,
  });
  return { baseline, candidate };
}
