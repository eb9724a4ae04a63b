import type { Baseline, EvaluationRequest } from '@fairtrial/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { readClock } from '../../db/connection/read-clock.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Run, RunPlan } from '../../entities/run.ts';
import { resolveBaseline, type BaselineServices } from '../find/resolve-baseline.ts';
import { checkBaselineAttempts, withoutComparisons } from './check-gates.ts';
import { checkFixedBaseline } from './check-stop-early.ts';
import { newRunIds } from './new-ids.ts';
import { planAgainst } from './plan-against.ts';
import { planRun, type PlanContext } from './plan-run.ts';
import { resolveDataset } from './resolve-dataset.ts';
import { resolveTarget } from './resolve-target.ts';
import { validateChecks } from './validate-checks.ts';

export interface PlanServices extends BaselineServices, PlanContext {
  readonly database: Database;
}

/** Throws if the request is invalid. */
export async function planNewRun(
  services: PlanServices,
  request: EvaluationRequest,
  project: string,
): Promise<Run> {
  const createdAt = await readClock(services.database);
  const target = await resolveTarget(services.database, project, request.target);
  const scope = { project, limits: services.limits };
  const { test_batch, dataset } = await resolveDataset(services.database, scope, request);
  const test_name = request.test_name ?? dataset?.name;
  const planned = planRun({ ...request, test_batch, target, test_name }, services);
  const plan = { ...planned, dataset };
  const field = dataset === undefined ? '/test_batch' : '/dataset';
  await validateChecks(plan, { isList: Array.isArray(test_batch), field });
  // Of two runs, the requested one is the newer.
  const [older, newer] = newRunIds(createdAt);
  return {
    id: newer,
    project,
    tags: request.tags ?? [],
    branch: request.branch,
    plan,
    partnerId: request.against === undefined ? undefined : older,
    isAgainst: false,
    state: 'running',
    isCancelled: false,
    stopGrading: false,
    stoppedBy: undefined,
    revision: 1,
    createdAt,
    finishedAt: undefined,
  };
}

/** Returns the run with its baseline; with `against` two runs, the baseline and the candidate. */
export async function completeRuns(
  services: PlanServices,
  tx: SqlExecutor,
  { run, request }: { readonly run: Run; readonly request: EvaluationRequest },
): Promise<readonly Run[]> {
  if (request.against !== undefined && run.partnerId !== undefined) {
    const second = { id: run.partnerId, modelId: request.against };
    return planAgainst(run, second, services);
  }
  const { baseline: requested, gates: given = [] } = request;
  if (requested === undefined) return [run];
  const plan = await chooseBaseline(tx, run, { ...services, requested, given });
  return [{ ...run, plan }];
}

interface ChoiceOptions extends BaselineServices {
  readonly requested: Baseline;
  /** The gates of the request, without the one that the baseline adds. */
  readonly given: readonly string[];
}

/**
 * Returns the plan of a new run with its baseline. If no run qualifies as `latest`, the run starts without a baseline,
 * and gates that compare are left out: they would keep the first run of a test, and so every run, from passing. It plays
 * all its attempts, so that later runs can be compared with it.
 */
async function chooseBaseline(
  tx: SqlExecutor,
  run: Run,
  { given, ...options }: ChoiceOptions,
): Promise<RunPlan> {
  const { plan } = run;
  const { run: found, requested, reason } = await resolveBaseline(tx, run, options);
  const baseline = { requested, reason };
  if (found !== undefined) {
    checkBaselineAttempts(plan.gates, found);
    checkFixedBaseline(plan.looks, found);
    return { ...plan, baselineRunId: found.id, baseline };
  }
  const gates = withoutComparisons(plan.gates);
  const isAnyLeftOut = given.some((gate) => !gates.includes(gate));
  const warnings = isAnyLeftOut ? [`gates that compare were left out: ${reason}`] : [];
  if (plan.looks !== undefined) warnings.push(`stop_early has no effect: ${reason}`);
  return {
    ...plan,
    baseline,
    gates,
    looks: undefined,
    scenarioAttempts: undefined,
    warnings: [...plan.warnings, ...warnings],
  };
}
