import type { Comparison } from '@assay/contracts';
import type { Run } from '../../db/runs/run.ts';
import type { Side } from '../compare/aggregate-run.ts';
import type { Sides } from '../compare/pair-up.ts';

/** What gates are decided on. */
export interface GateData {
  readonly run: Run;
  /** The whole run, in the baseline or not. */
  readonly whole: Side;
  /** Undefined where there is no baseline, or none any more. */
  readonly compared: ComparedGateData | undefined;
}

export interface ComparedGateData {
  readonly baseline: Run;
  readonly sides: Sides;
  readonly comparison: Comparison;
}
