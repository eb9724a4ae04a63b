import type { EvaluationResponse, RunView } from '@fairtrial/contracts';

/** A run with a result. Its interactions are fetched separately. */
export interface FinishedRun extends RunView {
  readonly result: EvaluationResponse;
}

export function isFinished(run: RunView): run is FinishedRun {
  return run.result !== null;
}

/** True if the run is in a final state. */
export function isOver({ state }: Pick<RunView, 'state'>): boolean {
  return state !== 'running' && state !== 'cancelling';
}
