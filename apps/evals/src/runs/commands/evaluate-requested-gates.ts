import { AppError, type Baseline, type GateRequest, type GateVerdict } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findJudgeDoubt } from '../../db/runs/run-summary.ts';
import type { Run } from '../../entities/run.ts';
import { requireEnded, type RunRef } from '../find/load-run.ts';
import { resolveBaseline, type BaselineServices } from '../find/resolve-baseline.ts';
import { decideGates } from '../gates/decide-gates.ts';
import { loadGateData } from '../gates/evaluate-gates.ts';
import { checkBaselineAttempts, checkGates } from '../plan/check-gates.ts';

/** Decides the gates of a request on a run that has ended. */
export async function evaluateRequestedGates(
  { database, ...services }: BaselineServices & { readonly database: SqlExecutor },
  { project, runId }: RunRef,
  { gates: asked, baseline: requested }: GateRequest,
): Promise<GateVerdict> {
  const run = await requireEnded(database, project, runId);
  const gates = checkGates({ gates: asked, hasBaseline: requested !== undefined }, run.plan);
  if (gates.length === 0) {
    const detail = 'there is nothing to decide: pass gates or a baseline';
    throw new AppError('invalid_request', detail, { errors: [{ pointer: '/gates', detail }] });
  }
  const baseline = requested && (await requireResolved(database, run, { requested, ...services }));
  if (baseline !== undefined) checkBaselineAttempts(gates, baseline);
  const judgeDoubt = await findJudgeDoubt(database, runId);
  const data = await loadGateData(database, { run, baseline, judgeDoubt });
  return decideGates({ gates, baselineRunId: baseline?.id }, data);
}

/** Throws if no run qualifies as `latest`. */
async function requireResolved(
  tx: SqlExecutor,
  run: Run,
  options: BaselineServices & { readonly requested: Baseline },
): Promise<Run> {
  const { run: baseline, reason } = await resolveBaseline(tx, run, options);
  if (baseline !== undefined) return baseline;
  throw new AppError('invalid_request', reason, {
    errors: [{ pointer: '/baseline', detail: reason }],
  });
}
