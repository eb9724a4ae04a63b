import type { BegunGrading } from '../../db/grading/begin-grading.ts';
import { saveGrades } from '../../db/grading/save-grades.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import { coalesce } from '../../queue/coalesce.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { LostClaim } from './lost-claim.ts';

interface SaveServices {
  readonly tx: Tx;
  readonly notifier: Pick<RunNotifier, 'notifyProgress'>;
  readonly signal: AbortSignal;
}

/** Often enough for eyes. */
const NEWS_MS = 500;

/** Puts marked turns on record, those that come while others are being written together with the next. */
export function saveTurns(
  { tx, notifier, signal }: SaveServices,
  begun: BegunGrading,
): (turn: Turn) => Promise<void> {
  const { runId, total } = begun;
  let { done } = begun;
  let told = Number.NEGATIVE_INFINITY;
  const save = coalesce<Turn>(async (turns) => {
    const now = performance.now();
    const isUpdate = now - told >= NEWS_MS;
    const progress = { done: done + turns.length, total };
    const batch = { turns, progress: isUpdate ? progress : undefined };
    if (!(await retryWhileUnavailable(() => saveGrades(tx, begun, batch), signal)))
      throw new LostClaim();
    ({ done } = progress);
    if (!isUpdate) return;
    told = now;
    notifier.notifyProgress([runId]);
  });
  return (turn) => save([turn]);
}
