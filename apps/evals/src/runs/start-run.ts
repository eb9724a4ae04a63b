import { RunId, type EvaluationRequest } from '@assay/contracts';
import type { RunStore } from '../db/run-store.ts';
import type { Run, RunPlan } from '../db/run.ts';
import type { AttemptJob, AttemptQueue } from '../queue/attempt-queue.ts';
import { checkLimits, type RunLimits } from './check-limits.ts';
import { planRun } from './plan-run.ts';

export interface StartServices {
  readonly store: RunStore;
  readonly queue: AttemptQueue;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly limits: RunLimits;
  readonly maxConcurrency: number;
}

/** Accepts an evaluation: from here on it runs, whether or not anybody waits for it. */
export async function startRun(services: StartServices, request: EvaluationRequest): Promise<Run> {
  const { store, queue, newId, limits, maxConcurrency } = services;
  const createdAt = services.now();
  const plan = planRun(request, { now: createdAt, newId, maxConcurrency });
  checkLimits(plan, limits);
  const run: Run = { id: RunId.parse(newId()), plan, state: 'running', createdAt };
  await store.insertRun(run);
  await queue.enqueue(attemptsOf(run.id, plan), plan.concurrency);
  return run;
}

/** Scenario by scenario, attempt by attempt. */
function attemptsOf(runId: RunId, { scenarios, attempts }: RunPlan): readonly AttemptJob[] {
  return scenarios.flatMap((_, scenarioNo) =>
    Array.from({ length: attempts }, (__, attemptNo) => ({ runId, scenarioNo, attemptNo })),
  );
}
