import {
  type Baseline,
  type EvaluationRequest,
  AppError,
  INPUT_LIMITS,
  type TestBatch,
  type Target,
} from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
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
import { validateChecks } from './validate-checks.ts';
import { selectScenarios } from '../../db/datasets/select-scenarios.ts';
import type { RunLimits } from './validate.ts';
import { findTarget } from '../../db/targets/stored-targets.ts';

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

type Posted = NonNullable<EvaluationRequest['test_batch']>;

/** The scenarios of a run, and the version of the dataset that they come from. */
interface ResolvedScenarios {
  readonly test_batch: Posted;
  readonly dataset: RunPlan['dataset'];
}

/** Returns the scenarios of a request. If the request names a dataset, they are read from that version of it. */
async function resolveDataset(
  database: SqlExecutor,
  { project, limits }: { readonly project: string; readonly limits: RunLimits },
  request: EvaluationRequest,
): Promise<ResolvedScenarios> {
  const { test_batch = [], dataset: reference, filter, attempts = 1 } = request;
  if (reference === undefined) return { test_batch, dataset: undefined };
  // Too many attempts are refused later, as such.
  const turnsEach = Math.floor(limits.turns / Math.min(attempts, limits.attempts));
  const maxInteractions = Math.max(1, Math.min(limits.interactions, turnsEach));
  const found = await selectScenarios(database, project, { reference, filter, maxInteractions });
  if ('problem' in found) {
    throw refuse(found.problem, request, describeSize(found, maxInteractions));
  }
  const { name, version, contentHash, scenarios } = found;
  return {
    test_batch: scenarios as TestBatch[],
    dataset: { name, version, contentHash, filter },
  };
}

type NoSelection = Extract<Awaited<ReturnType<typeof selectScenarios>>, { problem: unknown }>;
type Problem = NoSelection['problem'];

/** `the selection has 20,000 interactions, and a run with these attempts can have 10,000` */
function describeSize({ interactions = 0, bytes = 0 }: NoSelection, most: number): string {
  const [has, limit] =
    interactions > most
      ? [`${formatCount(interactions)} interactions`, formatCount(most)]
      : [`${formatCount(bytes)} bytes`, formatCount(INPUT_LIMITS.body_bytes)];
  return `the selection has ${has}, and a run with these attempts can have ${limit}`;
}

function refuse(
  problem: Problem,
  { dataset = '', filter }: EvaluationRequest,
  size: string,
): AppError {
  const [name = ''] = dataset.split('@');
  const refusals: Readonly<Record<Problem, readonly [pointer: string, detail: string]>> = {
    unknown_dataset: [
      '/dataset',
      `is not the name of a dataset of this project: store it with PUT /datasets/${name}; GET /datasets lists the names`,
    ],
    unknown_version: [
      '/dataset',
      `names a version that does not exist: GET /datasets/${name}/versions lists the versions`,
    ],
    archived: [
      '/dataset',
      `is archived: name a version, for example ${name}@1, or store a new version with PUT /datasets/${name}`,
    ],
    empty:
      filter === undefined
        ? ['/dataset', 'has no scenario: store some first']
        : [
            '/filter',
            `selects no scenario of ${dataset}: GET /datasets/${name} lists the tags, and GET /datasets/${name}/scenarios the ids`,
          ],
    too_large: [
      '/filter/sample',
      `${size}: select fewer scenarios with filter.sample, for example {"n": 100}`,
    ],
  };
  const [pointer, detail] = refusals[problem];
  const code = problem === 'too_large' ? 'limit_exceeded' : 'invalid_request';
  return new AppError(code, `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

/** Returns the target of a request. If the request has its name, the stored target of the project is read. */
export async function resolveTarget(
  database: SqlExecutor,
  project: string,
  target: Target | string | undefined,
): Promise<Target | undefined> {
  if (typeof target !== 'string') return target;
  const stored = await findTarget(database, { project, name: target });
  if (stored !== undefined) return stored;
  const detail = `is not the name of a stored target of this project: store it with PUT /targets/${target}, or send the target itself; GET /targets lists the names`;
  throw new AppError('invalid_request', `/target ${detail}`, {
    errors: [{ pointer: '/target', detail }],
  });
}
