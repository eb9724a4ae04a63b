import type { RunId } from '@assay/contracts';

/** Who grades a run: whoever holds an older claim writes nothing any more. */
export interface GradingClaim {
  readonly runId: RunId;
  readonly epoch: number;
  /** Of the run: what its turns have once they are marked. */
  readonly revision: number;
}
