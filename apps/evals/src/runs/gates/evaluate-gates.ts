import type { Comparison, GateVerdict, RunId } from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { isOver, type Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { decideGates } from './decide-gates.ts';
import { loadGateData } from './load-gate-data.ts';

export interface Judgement {
  readonly comparison: Comparison | undefined;
  readonly gate: GateVerdict | undefined;
  readonly warnings: readonly string[];
}

/** What a run that has come to its end is worth beside its baseline and by its gates, if any were asked for. */
export async function evaluateGates(tx: Tx, run: Run): Promise<Judgement> {
  const { gates, baselineRunId } = run.plan;
  if (gates.length === 0) return { comparison: undefined, gate: undefined, warnings: [] };
  const baseline = await findBaseline(tx, baselineRunId);
  const evidence = await loadGateData(tx, run, baseline);
  const isGone = baselineRunId !== undefined && baseline === undefined;
  return {
    comparison: evidence.compared?.comparison,
    gate: decideGates({ gates, baselineRunId }, evidence),
    warnings: isGone
      ? [`run ${baselineRunId} was deleted or went on again, so there is no comparison with it`]
      : [],
  };
}

/** It was there when the run began; meanwhile it may have been deleted, or be played again. */
async function findBaseline(tx: Tx, id: RunId | undefined): Promise<Run | undefined> {
  const run = id === undefined ? undefined : await findRun(tx, id);
  return run && isOver(run) ? run : undefined;
}
