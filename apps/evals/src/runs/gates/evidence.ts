import type { Comparison } from '@assay/contracts';
import type { Run } from '../../db/run.ts';
import type { Side } from '../compare/collect-side.ts';
import type { Sides } from '../compare/pair-up.ts';

/** What gates are decided on. */
export interface Evidence {
  readonly run: Run;
  /** The whole run, in the baseline or not. */
  readonly whole: Side;
  /** Undefined where there is no baseline, or none any more. */
  readonly compared: ComparedEvidence | undefined;
}

export interface ComparedEvidence {
  readonly baseline: Run;
  readonly sides: Sides;
  readonly comparison: Comparison;
}
