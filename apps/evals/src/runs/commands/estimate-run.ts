import {
  DEFAULT_METRIC,
  toStorable,
  type CallRange,
  type GradingTotal,
  type ModelPrice,
  type PlannedRun,
  type RunId,
  type Usage,
} from '@fairtrial/contracts';
import { costInDollars, findPrice } from '@fairtrial/models';
import { detectableChange, type RunNoise } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listRunHeads } from '../../db/lists/list-run-heads.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { findSummary, type RunSummary } from '../../db/runs/run-summary.ts';
import type { Run, RunPlan } from '../../entities/run.ts';
import { matchPlans } from '../plan/match-plans.ts';
import { measureRunVariance } from '../compare/measure-run-variance.ts';
import { countCalls } from '../plan/count-calls.ts';
import { toDollars } from '../summary/pricing.ts';

type Cost = Pick<PlannedRun, 'dollars' | 'dollars_unknown'>;

/** What new runs that are played together will cost, or why that is not known. */
export async function estimateCost(tx: SqlExecutor, runs: readonly Run[]): Promise<Cost> {
  let [least, most] = [0, 0];
  for (const run of runs) {
    const { dollars, dollars_unknown } = await estimateRun(tx, run);
    if (dollars === null) return { dollars, dollars_unknown };
    least += dollars.least;
    most += dollars.most;
  }
  return { dollars: { least: toDollars(least), most: toDollars(most) }, dollars_unknown: null };
}

async function estimateRun(tx: SqlExecutor, { project, plan }: Run): Promise<Cost> {
  const unpriced = listModels(plan).find((model) => priceOf(plan, model) === undefined);
  if (unpriced !== undefined) return unknown(`MODEL_PRICES has no price for ${unpriced}`);
  const filter = {
    project,
    test_name: toStorable(plan.testName).text,
    model_id: plan.modelId,
    states: ['completed'] as const,
  };
  const [head] = (await listRunHeads(tx, filter, { limit: 1 })).heads;
  const summary = head && (await findSummary(tx, head.id));
  if (head === undefined || summary === undefined) {
    return unknown(`no run of this test with ${plan.modelId} has shown how many tokens it takes`);
  }
  const parts = listParts(plan, summary, head.turnsFinished - head.turnsFailed);
  const dollars = { least: 0, most: 0 };
  for (const { model, calls, spent, per, cost } of parts) {
    const price = priceOf(plan, model);
    const costs = spent.map((usage) => price && costInDollars(usage, price));
    const perCall = costs.reduce<number>((sum, one) => sum + (one ?? NaN), 0) / per;
    // A cost that is null was not computed: an answer came without tokens.
    if (typeof summary.cost?.[cost] !== 'number' || !Number.isFinite(perCall)) {
      return unknown(`run ${head.id} does not show how many tokens ${model} takes`);
    }
    dollars.least += calls.least * perCall;
    dollars.most += calls.most * perCall;
  }
  return { dollars, dollars_unknown: null };
}

function unknown(why: string): Cost {
  return { dollars: null, dollars_unknown: why };
}

function listModels({ modelId, grading, user }: RunPlan): readonly string[] {
  const judges = grading?.judge?.models ?? [];
  return [modelId, ...judges, grading?.annotator ?? [], user?.model ?? []].flat();
}

function priceOf({ prices }: RunPlan, model: string): ModelPrice | undefined {
  return findPrice(prices, model);
}

/** The planned calls to one model, and what such calls took in an earlier run. */
interface CostPart {
  readonly model: string;
  readonly calls: CallRange;
  readonly spent: readonly Usage[];
  /** `spent` is for this many calls. */
  readonly per: number;
  /** The cost of the earlier run that these calls are part of. */
  readonly cost: 'model' | 'judge' | 'user';
}

function listParts(plan: RunPlan, summary: RunSummary, answered: number): readonly CostPart[] {
  const { endpoint, users } = countCalls(plan);
  const { grading: graded = [], simulated_user: played } = summary;
  const { annotator } = plan.grading ?? {};
  const parts: CostPart[] = [
    { model: plan.modelId, calls: endpoint, spent: [summary.usage], per: answered, cost: 'model' },
    ...listJudgeParts(plan, graded),
  ];
  if (annotator !== undefined) {
    const spent = graded.filter(({ kind }) => kind === 'annotation').map(({ usage }) => usage);
    // Per reply, because replies that the endpoint annotates itself are not annotated.
    const per = graded.length === 0 ? 0 : answered;
    parts.push({ model: annotator, calls: endpoint, spent, per, cost: 'judge' });
  }
  if (plan.user !== undefined) {
    const spent = played === undefined ? [] : [played.usage];
    const per = played?.calls ?? 0;
    parts.push({ model: plan.user.model, calls: users, spent, per, cost: 'user' });
  }
  return parts.filter(({ calls }) => calls.most > 0);
}

function listJudgeParts(plan: RunPlan, graded: readonly GradingTotal[]): readonly CostPart[] {
  const { least, most } = countCalls(plan).judges;
  const { models = [] } = plan.grading?.judge ?? {};
  return models.map((model) => {
    const asked = graded.filter((one) => one.model === model && QUESTIONS.has(one.kind));
    return {
      model,
      calls: { least: least / models.length, most: most / models.length },
      spent: asked.map(({ usage }) => usage),
      per: asked.reduce((sum, { calls }) => sum + calls, 0),
      cost: 'judge',
    };
  });
}

/** The kinds of judgements whose number is planned. */
const QUESTIONS: ReadonlySet<string> = new Set(['judge', 'checks', 'audit']);

/** Only the newest runs of a test are considered. */
const MAX_CONSIDERED = 20;

/**
 * The smallest change that a comparison of a new run would find: with its baseline, or else with another run of as many
 * attempts. Null if no earlier run shows the noise, and for a run with early stopping, whose power is not known before
 * it ends.
 */
export async function estimateFinds(tx: SqlExecutor, run: Run): Promise<PlannedRun['finds']> {
  const { attempts, against, baselineRunId } = run.plan;
  const baseline = against === undefined ? baselineRunId : undefined;
  const id = baseline ?? (await findNoisy(tx, run));
  const from = id && (await findRun(tx, id));
  const noise = from && (await measureNoise(tx, from, run));
  if (from === undefined || noise === undefined) return null;
  const se = noise.se * Math.sqrt(noise.attempts / attempts);
  const other = baseline === undefined ? { ...noise, se, attempts } : noise;
  const compared = { baseline: from, candidate: run, compared: noise.scenarios };
  const between = await measureRunVariance(tx, { ...compared, metric: DEFAULT_METRIC });
  // Effects on both runs of a pair cancel out.
  const change = detectableChange(other, attempts, against === undefined ? between : undefined);
  if (change === undefined) return null;
  return { metric: DEFAULT_METRIC, change, power: 0.8, from_run_id: from.id };
}

/**
 * The noise of the scenarios of a new run in an earlier one; `undefined` if a score is missing there, or if the number of
 * attempts of one of them is not fixed.
 */
async function measureNoise(
  tx: SqlExecutor,
  from: Run,
  { plan }: Run,
): Promise<RunNoise | undefined> {
  const isScored = plan.scorers?.includes(DEFAULT_METRIC) ?? true;
  if (!isScored || plan.looks !== undefined || from.plan.looks !== undefined) return undefined;
  const summary = await findSummary(tx, from.id);
  if (summary === undefined) return undefined;
  const { scenarios } = matchPlans(from.plan.scenarios, plan.scenarios);
  const stats = scenarios.flatMap(
    ({ baseline }) => summary.scenarios[baseline]?.stats[DEFAULT_METRIC] ?? [],
  );
  const errors = stats.flatMap(({ se }) => se ?? []);
  if (errors.length === 0 || errors.length < scenarios.length) return undefined;
  return {
    se: Math.sqrt(errors.reduce((sum, se) => sum + se ** 2, 0)) / errors.length,
    attempts: stats.reduce((least, { n }) => Math.min(least, n), Infinity),
    scenarios: errors.length,
  };
}

/** The newest completed run of the test whose attempts show their noise. */
async function findNoisy(tx: SqlExecutor, { project, plan }: Run): Promise<RunId | undefined> {
  const test_name = toStorable(plan.testName).text;
  const filter = { project, test_name, states: ['completed'] as const, withoutAgainst: true };
  const { heads } = await listRunHeads(tx, filter, { limit: MAX_CONSIDERED });
  return heads.find(({ attempts }) => attempts > 1)?.id;
}
