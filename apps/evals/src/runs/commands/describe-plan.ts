import {
  countScenarioTurns,
  type CallRange,
  type EvaluationRequest,
  type PlannedRun,
} from '@fairtrial/contracts';
import { SLOW_ANSWER_MS } from '../../db/connection/open-database.ts';
import { findDataset, findVersion } from '../../db/datasets/stored-datasets.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { countInteractions, nameDataset, type Run } from '../../entities/run.ts';
import { countCalls, type RunCalls } from '../plan/count-calls.ts';
import { estimateCost, estimateFinds } from './estimate-run.ts';
import { completeRuns, planNewRun, type PlanServices } from '../plan/plan-new-run.ts';

/** More scenarios than a person reads. */
const MAX_LISTED = 1000;

/** Plans the run that the request would start, and stores nothing. Throws if the request is refused. */
export async function describePlan(
  services: PlanServices,
  request: EvaluationRequest,
  project: string,
): Promise<PlannedRun> {
  const tx = services.database.within(SLOW_ANSWER_MS);
  const generated = new Set<string>();
  const newId = (): string => {
    const id = services.newId();
    generated.add(id);
    return id;
  };
  const planned = await planNewRun({ ...services, newId }, request, project);
  // The run will have other random ids.
  const nameOf = (name: string): string => (generated.has(name) ? 'without a name' : name);
  const runs = await completeRuns(services, tx, { run: planned, request });
  const run = runs.at(-1) ?? planned;
  const { plan } = run;
  const { scenarios } = plan;
  const counted = runs.map((one) => countCalls(one.plan));
  // If the budget of one of two runs is spent, both stop.
  const isCut = runs.length > 1 && runs.some((one) => one.plan.budget !== undefined);
  const add = (kind: keyof RunCalls): CallRange => ({
    least: isCut ? 0 : counted.reduce((sum, calls) => sum + calls[kind].least, 0),
    most: counted.reduce((sum, calls) => sum + calls[kind].most, 0),
  });
  return {
    test_name: nameOf(plan.testName),
    dataset: await describeDataset(tx, run),
    models: [plan.modelId, ...[plan.against ?? []].flat()],
    attempts: plan.attempts,
    concurrency: runs.reduce((sum, one) => sum + one.plan.concurrency, 0),
    stop_early: plan.looks !== undefined,
    total_scenarios: scenarios.length,
    turns: countInteractions(plan),
    scenarios: scenarios.slice(0, MAX_LISTED).map((scenario) => ({
      name: nameOf(scenario.name),
      turns: countScenarioTurns(scenario),
      simulated_user: scenario.user !== undefined,
    })),
    calls: {
      endpoint: add('endpoint'),
      users: { ...add('users'), model: plan.user?.model ?? null },
      judges: { ...add('judges'), models: [...(plan.grading?.judge?.models ?? [])] },
    },
    ...(await estimateCost(tx, runs)),
    finds: await estimateFinds(tx, run),
    warnings: [...plan.warnings],
  };
}

/** The dataset and version that the scenarios come from, and how many it has without the filter. */
async function describeDataset(
  tx: SqlExecutor,
  { project, plan }: Run,
): Promise<PlannedRun['dataset']> {
  const { dataset } = plan;
  const stored = dataset && (await findDataset(tx, { project, name: dataset.name }));
  const version = stored && (await findVersion(tx, stored.id, dataset.version));
  return version ? { version: nameDataset(plan) ?? '', scenarios: version.scenarios } : null;
}
