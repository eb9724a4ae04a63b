import {
  AppError,
  countScenarioTurns,
  type CallBudget,
  type RunId,
  type ModelPrices,
  type RescoreRequest,
} from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { setRunFinishing, setRunCancelling, stopGrading } from '../../db/runs/cancel-run-rows.ts';
import { listPair } from '../../db/runs/partner-run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import type { Queue, RunOfProject } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { retryRun } from '../../db/runs/retry-run.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import { checkCapsOfActive, type ProjectCaps } from './check-caps.ts';
import { newLaneIds } from '../plan/new-ids.ts';
import { beginRescore } from '../../db/runs/begin-rescore.ts';
import { hasResult, isOver } from '../../entities/run.ts';
import { validateChecks } from '../plan/validate-checks.ts';
import { planRescore } from '../plan/plan-rescore.ts';
import type { AvailableModels } from '../plan/plan-grading.ts';
import { loadRun, type RunRef } from '../find/load-run.ts';
import { lockRun, pinRun } from '../../db/runs/pinned-baseline.ts';
import { deleteUnsharedVectors } from '../../db/grading/embeddings.ts';
import { deleteRunRows } from '../../db/runs/delete-run-rows.ts';

interface CancelServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
}

/**
 * Starts no further turns, aborts the calls in flight, and ends the run with the turns it has. A run that is played at
 * the same time is cancelled, too: alone it would have no run to compare with.
 */
export async function cancelRun(
  { database, queue, notifier }: CancelServices,
  { runId, project }: RunOfProject,
): Promise<void> {
  const ids = await listPair(database, runId);
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    for (const each of ids) await cancelRows(tx, queue, { runId: each, project });
  });
  for (const each of ids) notifier.notifyCancel(each);
  notifier.notifyJobs();
  notifier.notifyProgress(ids);
}

async function cancelRows(
  tx: SqlExecutor,
  queue: CancelServices['queue'],
  run: RunOfProject,
): Promise<void> {
  const { runId: id } = run;
  const open = await setRunCancelling(tx, id);
  if (open === undefined) await stopGrading(tx, id);
  if (open !== 0) return;
  await setRunFinishing(tx, id);
  await queue.enqueueFinish(tx, [run]);
}

interface RetryServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
  readonly caps: ProjectCaps;
}

/**
 * Replays every turn that has no answer: failed turns, and turns that a cancelled run did not reach. With a session or a
 * simulated user the whole attempt is played again: the endpoint may have lost its part of the conversation, or has it
 * twice, and a user would have answered other replies.
 */
export async function retryFailed(
  services: RetryServices,
  { id, project, concurrency, callBudget, callsReserved }: RunHead,
  budget: CallBudget | undefined,
): Promise<void> {
  const { database, queue, notifier, caps } = services;
  const lanes = newLaneIds(concurrency);
  if (budget !== undefined && callBudget === null) throw cannotHaveBudget(id);
  const calls = budget?.calls;
  const plan = (await findRun(database, id))?.plan;
  const scenarios = plan?.scenarios ?? [];
  const hasSession = plan?.target?.session !== undefined;
  const fromStart = [...scenarios.keys()].filter((no) => hasSession || scenarios[no]?.user);
  const plannedTurns = scenarios.map(countScenarioTurns);
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const retried = await retryRun(tx, id, { lanes, calls, fromStart, plannedTurns });
    if (retried === undefined) throw runActive(id);
    if (retried.attempts === 0) {
      throw new AppError('nothing_to_retry', `no turn of run ${id} failed`);
    }
    if (!retried.fits) {
      const detail = `run ${id} has reserved ${callsReserved} of ${formatMany(calls ?? callBudget ?? 0, 'call')}, and the next attempt needs more; retry it with a larger budget`;
      throw new AppError('budget_spent', detail);
    }
    await queue.enqueueLanes(tx, { runId: id, project }, lanes.slice(0, retried.lanes));
    await checkCapsOfActive(tx, project, caps);
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}

function cannotHaveBudget(id: RunId): AppError {
  const detail = `run ${id} was started without a budget, so its calls were not counted`;
  return new AppError('invalid_request', detail, { errors: [{ pointer: '/budget', detail }] });
}

interface RescoreServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
  readonly caps: ProjectCaps;
}

/** Rescores a finished run from its stored replies: the endpoint is not called again. */
export async function rescoreRun(
  { database, queue, notifier, models, prices, caps }: RescoreServices,
  { project, runId: id }: RunRef,
  request: RescoreRequest,
): Promise<void> {
  const run = await loadRun(database, project, id);
  if (!isOver(run)) throw runActive(id);
  if (!hasResult(run)) {
    throw new AppError('run_failed', `run ${id} ended without a result that could be scored`);
  }
  const revision = run.revision + 1;
  const plan = planRescore(run.plan, request, { revision, models, prices });
  if (request.test_batch !== undefined) {
    await validateChecks(plan, { isList: Array.isArray(request.test_batch) });
  }
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    if (!(await beginRescore(tx, id, { revision, plan }))) throw runActive(id);
    await queue.enqueueFinish(tx, [{ runId: id, project }]);
    await checkCapsOfActive(tx, project, caps);
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}

function runActive(id: RunId): AppError {
  return new AppError(
    'run_active',
    `run ${id} is still running; wait until it finishes, or cancel it`,
  );
}

/** Makes a completed run the baseline of its test and replaces the previously pinned one. */
export async function pinBaseline(database: Database, id: RunId): Promise<void> {
  await database.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
    if (!isOver(run)) {
      throw new AppError('run_active', `run ${id} is still running; wait until it finishes`);
    }
    if (run.state === 'cancelled') {
      throw new AppError('run_cancelled', `run ${id} was cancelled; pin a completed run`);
    }
    if (run.state === 'failed') {
      throw new AppError('run_failed', `run ${id} ended without a result; pin a completed run`);
    }
    await pinRun(tx, id, run);
  });
}

/**
 * Deletes a finished run and every row and text of it. An active run must be cancelled first, so that no paid call is
 * lost, and a pinned one unpinned, so that no test loses its baseline unnoticed. A worker that fetches a job of the run
 * finds nothing to do and completes it.
 */
export async function deleteRun(database: Database, id: RunId): Promise<void> {
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run?.isPinned === true) {
      const wayOut = `pin another run of this test, or unpin it with DELETE /runs/${id}/pin`;
      throw new AppError(
        'run_pinned',
        `run ${id} is the pinned baseline of '${run.name}'; ${wayOut}`,
      );
    }
    await deleteUnsharedVectors(tx, [id]);
    if (!(await deleteRunRows(tx, id))) {
      throw new AppError('run_active', `run ${id} is still running; cancel it first`);
    }
  });
}
