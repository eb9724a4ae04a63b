import { beginGrading, type BegunGrading } from '../../db/grading/begin-grading.ts';
import type { Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { createYielder } from '../worker/yielder.ts';
import { createJudgementStore } from './judgement-store.ts';
import { createGraders } from './graders.ts';
import { createPool } from './create-pool.ts';
import { LostClaim } from './lost-claim.ts';
import { gradeTurn, type GradingContext } from './grade-turn.ts';
import type { GradingModels } from './grading-models.ts';
import { probeJudges } from './probe-judges.ts';
import { readUngraded } from './read-ungraded.ts';
import { saveTurns } from './save-turns.ts';

export interface GradingServices {
  readonly tx: Tx;
  readonly notifier: Pick<RunNotifier, 'notifyProgress'>;
  readonly models: GradingModels;
}

export interface GradingControl {
  /** Aborts with 'cancelled' where nobody wants the grades any more, with 'paused' where somebody else gets them. */
  readonly signal: AbortSignal;
  /** Asked between two turns: whether to leave the rest to somebody else. */
  readonly isPaused: () => boolean;
}

export type Grading =
  | { readonly state: 'marked'; readonly warnings: readonly string[] }
  /** cancelled: it ends with what it has. paused, lost: somebody else goes on. */
  | { readonly state: 'cancelled' | 'paused' | 'lost' };

/** Turns in work at once. Of those, how many are before a model is said elsewhere. */
const WIDTH = 64;

const slice = createYielder();

/** Whether anything is to be done between the last turn and the summary. */
export function needsGrading({ plan, revision, stopGrading }: Run): boolean {
  return !stopGrading && (plan.grading !== undefined || revision > 1);
}

/** Has every turn of a run marked that is not yet: asks the models, and scores by what they say. */
export async function gradeRun(
  services: GradingServices,
  run: Run,
  control: GradingControl,
): Promise<Grading> {
  const begun = await beginGrading(services.tx, run.id);
  if (begun === undefined) return { state: 'cancelled' };
  const stop = new AbortController();
  const signal = AbortSignal.any([control.signal, stop.signal]);
  const pool = createPool(WIDTH);
  try {
    const context = createGradingContext({ ...services, signal }, run, begun);
    const warnings = await probeJudges(context, signal);
    const save = saveTurns({ ...services, signal }, begun);
    for await (const ungraded of readUngraded(services, context, {
      revision: begun.revision,
      signal,
    })) {
      if (control.isPaused()) break;
      await pool.begin(async () => {
        await slice();
        await save(await gradeTurn(context, ungraded, signal));
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

function createGradingContext(
  { tx, models, signal }: GradingServices & { readonly signal: AbortSignal },
  run: Run,
  begun: BegunGrading,
): GradingContext {
  const since = run.plan.grading?.since ?? begun.revision;
  return {
    run,
    models,
    graders: createGraders(run.plan, models),
    store: createJudgementStore({ tx, signal }, begun, since),
  };
}
