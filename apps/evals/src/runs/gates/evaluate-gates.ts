import {
  type Comparison,
  type GateVerdict,
  type RunId,
  AppError,
  type GateRequest,
} from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { isOver, type Run } from '../../db/runs/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { decideGates } from './decide-gates.ts';
import { loadGateData } from './load-gate-data.ts';
import { requireEnded } from '../compare/compare-stored-runs.ts';
import { checkGates } from './check-gates.ts';

export interface GateEvaluation {
  readonly comparison: Comparison | undefined;
  readonly gate: GateVerdict | undefined;
  readonly warnings: readonly string[];
}

/**
 * Compares a run that has just ended with its baseline and decides the gates of its plan, if it has any.
 * `judgeDoubt`: why its judge is not trusted, which leaves the gates open.
 */
export async function evaluateGates(
  tx: SqlExecutor,
  run: Run,
  judgeDoubt: string | undefined,
): Promise<GateEvaluation> {
  const { gates, baselineRunId } = run.plan;
  if (gates.length === 0) return { comparison: undefined, gate: undefined, warnings: [] };
  const baseline = await findBaseline(tx, baselineRunId);
  const data = await loadGateData(tx, run, baseline);
  const isGone = baselineRunId !== undefined && baseline === undefined;
  return {
    comparison: data.compared?.comparison,
    gate: decideGates({ gates, baselineRunId }, { ...data, judgeDoubt }),
    warnings: isGone
      ? [`run ${baselineRunId} was deleted or went on again, so there is no comparison with it`]
      : [],
  };
}

/** `undefined` if the baseline was deleted, or is running again, since the run began. */
async function findBaseline(tx: SqlExecutor, id: RunId | undefined): Promise<Run | undefined> {
  const run = id === undefined ? undefined : await findRun(tx, id);
  return run && isOver(run) ? run : undefined;
}

interface RunRef {
  readonly project: string;
  readonly runId: RunId;
}

/** Decides the gates of a request on a run that has ended. */
export async function evaluateRequestedGates(
  tx: SqlExecutor,
  { project, runId }: RunRef,
  { gates: asked, baseline_run_id: baselineRunId }: GateRequest,
): Promise<GateVerdict> {
  const gates = checkGates({ gates: asked, baselineRunId });
  if (gates.length === 0) {
    const detail = 'there is nothing to decide: give gates, or a baseline_run_id';
    throw new AppError('invalid_request', detail, { errors: [{ pointer: '/gates', detail }] });
  }
  const run = await requireEnded(tx, project, runId);
  const baseline = await requireBaseline(tx, project, baselineRunId);
  return decideGates({ gates, baselineRunId }, await loadGateData(tx, run, baseline));
}

/** Throws `invalid_request` if there is no such run, `run_active` if it has not ended. */
export async function requireBaseline(
  tx: SqlExecutor,
  project: string,
  id: RunId | undefined,
): Promise<Run | undefined> {
  if (id === undefined) return undefined;
  try {
    return await requireEnded(tx, project, id);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'run_not_found') throw cause;
    const detail = `there is no run ${id} to compare with`;
    const errors = [{ pointer: '/baseline_run_id', detail }];
    throw new AppError('invalid_request', detail, { cause, errors });
  }
}
