import { AppError, type GateRequest, type GateVerdict, type RunId } from '@assay/contracts';
import type { Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { requireEnded } from '../compare/compare-stored-runs.ts';
import { checkGates } from './check-gates.ts';
import { decideGates } from './decide-gates.ts';
import { loadGateData } from './load-gate-data.ts';

interface Place {
  readonly project: string;
  readonly runId: RunId;
}

/** Decides gates on a run that is over. */
export async function gateRun(
  tx: Tx,
  { project, runId }: Place,
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

/** A baseline that cannot be one is a wrong field of the request; one that goes on may be one later. */
export async function requireBaseline(
  tx: Tx,
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
