import { AppError, countScenarioTurns, type CallBudget, type RunId } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { retryRun } from '../../db/runs/retry-run.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import type { Queue } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { checkCapsOfActive, type ProjectCaps } from './check-caps.ts';
import { newLaneIds } from '../plan/new-ids.ts';

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
    if (retried === undefined) {
      throw new AppError(
        'run_active',
        `run ${id} is still running; wait until it finishes, or cancel it`,
      );
    }
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
