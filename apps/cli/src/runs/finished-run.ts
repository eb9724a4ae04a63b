import type { EvaluationResponse, RunView } from '@assay/contracts';

/** A run that is over, with what came out; its interactions are fetched one by one. */
export interface FinishedRun extends RunView {
  readonly result: EvaluationResponse;
}

export function isFinished(run: RunView): run is FinishedRun {
  return run.result !== null;
}
