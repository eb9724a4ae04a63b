import { AppError, type RunId, type RunView } from '@assay/contracts';
import type { RunStore } from '../db/run-store.ts';

/** A run as its callers see it. */
export async function viewRun(store: RunStore, id: RunId): Promise<RunView> {
  const run = await store.findRun(id);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  const { plan } = run;
  const interactions = plan.scenarios.reduce(
    (sum, scenario) => sum + scenario.interactions.length,
    0,
  );
  return {
    run_id: run.id,
    state: run.state,
    test_name: plan.testName,
    endpoint: plan.endpoint,
    model_id: plan.modelId,
    attempts: plan.attempts,
    created_at: run.createdAt.toISOString(),
    turns: { finished: await store.countTurns(id), total: interactions * plan.attempts },
    result: (await store.findResult(id)) ?? null,
  };
}
