import type { EvaluationResponse, RunView } from '@assay/contracts';

/** A run that has a result. Interactions are fetched one by one. */
export interface FinishedRun extends RunView {
  readonly result: EvaluationResponse;
}

export function isFinished(run: RunView): run is FinishedRun {
  return run.result !== null;
}

/** Whether nothing more is going to happen to it by itself. */
export function isOver({ state }: Pick<RunView, 'state'>): boolean {
  return state !== 'running' && state !== 'cancelling';
}
