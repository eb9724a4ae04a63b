import type { BegunMarking } from '../../db/begin-marking.ts';
import { saveMarks } from '../../db/save-marks.ts';
import type { Turn } from '../../db/turn.ts';
import type { Tx } from '../../db/tx.ts';
import { whileAway } from '../../db/while-away.ts';
import { coalesce } from '../../queue/coalesce.ts';
import type { RunNews } from '../run-news.ts';
import { LostClaim } from './lost-claim.ts';

interface SaveServices {
  readonly tx: Tx;
  readonly news: Pick<RunNews, 'tellProgress'>;
  readonly signal: AbortSignal;
}

/** Often enough for eyes. */
const NEWS_MS = 500;

/** Puts marked turns on record, those that come while others are being written together with the next. */
export function saveTurns(
  { tx, news, signal }: SaveServices,
  begun: BegunMarking,
): (turn: Turn) => Promise<void> {
  const { runId, total } = begun;
  let { done } = begun;
  let told = Number.NEGATIVE_INFINITY;
  const save = coalesce<Turn>(async (turns) => {
    const now = performance.now();
    const isNews = now - told >= NEWS_MS;
    const progress = { done: done + turns.length, total };
    const batch = { turns, news: isNews ? progress : undefined };
    if (!(await whileAway(() => saveMarks(tx, begun, batch), signal))) throw new LostClaim();
    ({ done } = progress);
    if (!isNews) return;
    told = now;
    news.tellProgress([runId]);
  });
  return (turn) => save([turn]);
}
