import type { SqlExecutor } from '../../db/connection/sql.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import {
  beginGrading,
  type GradingClaim,
  type StartedGrading,
} from '../../db/grading/begin-grading.ts';
import { saveGrades } from '../../db/grading/save-grades.ts';
import type { Run } from '../../entities/run.ts';
import type { SpoiledAttempt } from '../../db/users/replay-attempts.ts';
import type { Turn } from '../../entities/turn.ts';
import { coalesce } from '../../queue/coalesce.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { createYielder } from '../worker/yielder.ts';
import { gradeConversations, gradesConversations } from './grade-conversations.ts';
import { gradeSimulated } from './grade-simulated.ts';
import { gradeTurn, type GradingContext } from './grade-turn.ts';
import { createGraders } from './graders.ts';
import { probeJudges, type ProbedJudges } from './probe-judges.ts';
import type { GradingModels } from './grading-models.ts';
import { createJudgementStore, GradingClaimLostError } from './judgement-store.ts';
import { scoreReplies } from './own-scorers/score-replies.ts';
import { readUngraded } from './read-ungraded.ts';

export interface GradingServices {
  readonly tx: SqlExecutor;
  readonly notifier: Pick<RunNotifier, 'notifyProgress'>;
  readonly models: GradingModels;
}

export interface GradingControl {
  /** Aborts with 'cancelled' if the run is cancelled, with 'paused' if this process shuts down. */
  readonly signal: AbortSignal;
  /** Checked between two turns. True if another worker should continue. */
  readonly isPaused: () => boolean;
  /** False if conversations that a simulated user spoiled are not played again. Default: true. */
  readonly mayReplay?: boolean;
}

export type GradingOutcome =
  | ({
      readonly state: 'graded';
      readonly epoch: GradingClaim['epoch'];
      /** Attempts that a simulated user spoiled and that are played again. */
      readonly spoiled: readonly SpoiledAttempt[];
    } & ProbedJudges)
  /** cancelled: the run ends with the grades it has. paused, lost: another worker continues. */
  | { readonly state: 'cancelled' | 'paused' | 'lost' };

/** Maximum number of turns in progress. `GradingModels.enter` limits the number of calls to models. */
const MAX_CONCURRENT_TURNS = 64;
/** Throttle: at most one progress event per 500 ms. */
const PROGRESS_MS = 500;

const yieldToOthers = createYielder();

/**
 * True if a run has to be graded or rescored before its summary is written. A run with early stopping is always claimed
 * like a graded one: only the worker with the last claim can take a look.
 */
export function needsGrading(run: Run): boolean {
  const { plan, stopGrading } = run;
  const isGraded = needsTurnGrading(run) || gradesConversations(plan);
  return !stopGrading && (isGraded || plan.looks !== undefined);
}

/** False if the scores of the turns are final when the turns are played. */
function needsTurnGrading({ plan, revision }: Run): boolean {
  return plan.grading !== undefined || revision > 1;
}

/** Grades every turn of a run that is not graded yet. */
export async function gradeRun(
  services: GradingServices,
  run: Run,
  control: GradingControl,
): Promise<GradingOutcome> {
  const begun = await beginGrading(services.tx, run.id);
  if (begun === undefined) return { state: 'cancelled' };
  const stop = new AbortController();
  const signal = AbortSignal.any([control.signal, stop.signal]);
  const pool = createTaskPool(MAX_CONCURRENT_TURNS);
  try {
    const context = createGradingContext({ ...services, signal }, run, begun);
    const probing = { ...context, tx: services.tx, runId: run.id };
    const probed = await probeJudges(context.graders, probing, signal);
    const save = createTurnSaver({ ...services, signal }, begun);
    const { revision } = begun;
    const callers = services.models.ownScorers ?? new Map();
    const scoreOwn = scoreReplies({ tx: services.tx, run, claim: begun, callers });
    const turns = needsTurnGrading(run)
      ? readUngraded(services, context, { revision, signal, scoreOwn })
      : [];
    for await (const ungraded of turns) {
      control.signal.throwIfAborted();
      if (control.isPaused()) break;
      await pool.begin(async () => {
        await yieldToOthers();
        await save(await gradeTurn(context, ungraded, signal));
      });
    }
    await pool.drain();
    const conversations = { ...context, claim: begun };
    await gradeConversations({ ...services, signal }, conversations, control.isPaused);
    const { isPaused, mayReplay = true } = control;
    const simulated = { isPaused, mayReplay };
    const spoiled = await gradeSimulated({ ...services, signal }, conversations, simulated);
    if (isPaused()) return { state: 'paused' };
    return { state: 'graded', epoch: begun.epoch, spoiled, ...probed };
  } catch (error) {
    stop.abort();
    await pool.drain().catch(() => undefined);
    if (control.signal.aborted) return { state: control.signal.reason as 'cancelled' | 'paused' };
    if (error instanceof GradingClaimLostError) return { state: 'lost' };
    throw error;
  }
}

type AbortableServices = GradingServices & { readonly signal: AbortSignal };

function createGradingContext(
  { tx, models, signal }: AbortableServices,
  run: Run,
  begun: StartedGrading,
): GradingContext {
  const sinceRevision = run.plan.grading?.sinceRevision ?? begun.revision;
  return {
    run,
    models,
    graders: createGraders(run.plan, models),
    store: createJudgementStore({ tx, signal }, begun, sinceRevision),
  };
}

/** Stores graded turns; batches them if they arrive faster than they are written. */
function createTurnSaver(
  { tx, notifier, signal }: AbortableServices,
  begun: StartedGrading,
): (turn: Turn) => Promise<void> {
  const { runId, total } = begun;
  let { done } = begun;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const save = coalesce<Turn>(async (turns) => {
    const now = performance.now();
    const isDue = now - notifiedAt >= PROGRESS_MS;
    const progress = { done: done + turns.length, total };
    const batch = { turns, progress: isDue ? progress : undefined };
    const isClaimed = await retryWhileUnavailable(() => saveGrades(tx, begun, batch), signal);
    if (!isClaimed) throw new GradingClaimLostError();
    ({ done } = progress);
    if (!isDue) return;
    notifiedAt = now;
    notifier.notifyProgress([runId]);
  });
  return (turn) => save([turn]);
}

interface TaskPool {
  /** Starts a task and waits until there is room for another one. Throws if an earlier task failed. */
  begin(task: () => Promise<void>): Promise<void>;
  /** Waits for all tasks. Throws the error of the first one that failed. */
  drain(): Promise<void>;
}

/** Runs a limited number of tasks at once. */
export function createTaskPool(maxConcurrent: number): TaskPool {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;

  async function run(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      failure ??= { error };
    }
  }

  function throwIfFailed(): void {
    if (failure !== undefined) throw failure.error;
  }

  return {
    async begin(task) {
      throwIfFailed();
      const promise = run(task).finally(() => running.delete(promise));
      running.add(promise);
      while (running.size >= maxConcurrent) await Promise.race(running);
    },
    async drain() {
      await Promise.all(running);
      throwIfFailed();
    },
  };
}
