import { beginMarking, type BegunMarking } from '../../db/begin-marking.ts';
import type { Run } from '../../db/run.ts';
import type { Tx } from '../../db/tx.ts';
import type { RunNews } from '../run-news.ts';
import { takeSlices } from '../take-slices.ts';
import { createBook } from './create-book.ts';
import { createExaminers } from './create-examiners.ts';
import { createPool } from './create-pool.ts';
import { LostClaim } from './lost-claim.ts';
import { markTurn, type Desk } from './mark-turn.ts';
import type { MarkingModels } from './marking-models.ts';
import { probeJudges } from './probe-judges.ts';
import { readPapers } from './read-papers.ts';
import { saveTurns } from './save-turns.ts';

export interface MarkServices {
  readonly tx: Tx;
  readonly news: Pick<RunNews, 'tellProgress'>;
  readonly models: MarkingModels;
}

export interface MarkControl {
  /** Aborts with 'cancelled' where nobody wants the marks any more, with 'paused' where somebody else gets them. */
  readonly signal: AbortSignal;
  /** Asked between two turns: whether to leave the rest to somebody else. */
  readonly isPaused: () => boolean;
}

export type Marking =
  | { readonly state: 'marked'; readonly warnings: readonly string[] }
  /** cancelled: it ends with what it has. paused, lost: somebody else goes on. */
  | { readonly state: 'cancelled' | 'paused' | 'lost' };

/** Turns in work at once. Of those, how many are before a model is said elsewhere. */
const WIDTH = 64;

const slice = takeSlices();

/** Whether anything is to be done between the last turn and the summary. */
export function needsMarks({ plan, revision, stopMarking }: Run): boolean {
  return !stopMarking && (plan.marking !== undefined || revision > 1);
}

/** Has every turn of a run marked that is not yet: asks the models, and scores by what they say. */
export async function markRun(
  services: MarkServices,
  run: Run,
  control: MarkControl,
): Promise<Marking> {
  const begun = await beginMarking(services.tx, run.id);
  if (begun === undefined) return { state: 'cancelled' };
  const stop = new AbortController();
  const signal = AbortSignal.any([control.signal, stop.signal]);
  const pool = createPool(WIDTH);
  try {
    const desk = openDesk({ ...services, signal }, run, begun);
    const warnings = await probeJudges(desk, signal);
    const save = saveTurns({ ...services, signal }, begun);
    for await (const paper of readPapers(services, desk, { revision: begun.revision, signal })) {
      if (control.isPaused()) break;
      await pool.begin(async () => {
        await slice();
        await save(await markTurn(desk, paper, signal));
      });
    }
    await pool.drain();
    return control.isPaused() ? { state: 'paused' } : { state: 'marked', warnings };
  } catch (error) {
    stop.abort(); // what is under way is of no use any more
    await pool.drain().catch(() => undefined);
    if (control.signal.aborted) return { state: control.signal.reason as 'cancelled' | 'paused' };
    if (error instanceof LostClaim) return { state: 'lost' };
    throw error;
  }
}

function openDesk(
  { tx, models, signal }: MarkServices & { readonly signal: AbortSignal },
  run: Run,
  begun: BegunMarking,
): Desk {
  const since = run.plan.marking?.since ?? begun.revision;
  return {
    run,
    models,
    examiners: createExaminers(run.plan, models),
    book: createBook({ tx, signal }, begun, since),
  };
}
