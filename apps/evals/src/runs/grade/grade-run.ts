import { listVersions, scorers } from '@fairtrial/scorers';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import {
  beginGrading,
  type GradingClaim,
  type StartedGrading,
} from '../../db/grading/begin-grading.ts';
import { saveGrades, type NewGrades } from '../../db/grading/turn-grades.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { SpoiledAttempt } from '../../db/users/replay-attempts.ts';
import { interactionAt, type Run } from '../../entities/run.ts';
import type { GradedTurn } from '../../entities/turn.ts';
import { coalesce } from '../../queue/coalesce.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import type { GradingModels } from './asked/grading-models.ts';
import type { Asking } from './asked/judge-replies.ts';
import {
  createJudgementStore,
  GradingClaimLostError,
  NO_JUDGEMENTS,
} from './asked/judgement-store.ts';
import { openJudges } from './asked/open-judges.ts';
import { probeJudges, type ProbedJudges } from './asked/probe-judges.ts';
import type { AskingGrader, Page, TurnSubject } from './asked/subject.ts';
import { gradeConversations, gradesConversations } from './grade-conversations.ts';
import { computeGrades } from './grade-played.ts';
import { gradeSimulated } from './grade-simulated.ts';
import { combineFindings, NOTHING_FOUND } from './grader.ts';
import { listGraders } from './graders.ts';
import type { LocalGraders } from './local/local-graders.ts';

export interface GradingServices {
  readonly tx: SqlExecutor;
  readonly notifier: Pick<RunNotifier, 'notifyProgress'>;
  readonly models: GradingModels;
  readonly local: LocalGraders;
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
  const begun = await beginGrading(services.tx, run.id, run.revision);
  if (begun === undefined) return { state: 'cancelled' };
  const stop = new AbortController();
  const signal = AbortSignal.any([control.signal, stop.signal]);
  const pool = createTaskPool(MAX_CONCURRENT_TURNS);
  try {
    const asking = openAsking({ ...services, signal }, run, begun);
    const probing = { ...asking, tx: services.tx, runId: run.id };
    const probed = await probeJudges(asking.judges, probing, signal);
    const graders = listGraders({ ...asking, tx: services.tx, claim: begun });
    const save = createGradesSaver({ ...services, signal }, begun);
    const { revision } = begun;
    const reading = { graders, revision, signal };
    const turns = needsTurnGrading(run) ? readUngraded(services.tx, asking, reading) : [];
    for await (const ungraded of turns) {
      control.signal.throwIfAborted();
      if (control.isPaused()) break;
      await pool.begin(async () => {
        await save(await gradeTurn(services.local, { run, graders, revision }, ungraded));
      });
    }
    await pool.drain();
    const conversations = { ...asking, local: services.local, claim: begun };
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

function openAsking(
  { tx, models, signal }: AbortableServices,
  run: Run,
  begun: StartedGrading,
): Asking {
  const sinceRevision = run.plan.grading?.sinceRevision ?? begun.revision;
  return {
    run,
    models,
    judges: openJudges(run.plan, models),
    store: createJudgementStore({ tx, signal }, begun, sinceRevision),
  };
}

interface Reading {
  readonly graders: readonly AskingGrader[];
  /** Turns of an earlier revision are not graded yet. */
  readonly revision: number;
  readonly signal: AbortSignal;
}

interface Ungraded {
  readonly turn: GradedTurn;
  /** `undefined` if the request failed. */
  readonly subject: TurnSubject | undefined;
  readonly page: Page;
}

interface Grading extends Pick<Reading, 'graders' | 'revision'> {
  readonly run: Run;
}

/** Reads a run page by page and yields the turns that are not graded yet. */
async function* readUngraded(
  tx: SqlExecutor,
  { run, store }: Asking,
  { graders, revision, signal }: Reading,
): AsyncGenerator<Ungraded> {
  let attempt: readonly GradedTurn[] = [];
  for await (const all of listTurns(tx, run.id)) {
    const ungraded: Omit<Ungraded, 'page'>[] = [];
    for (const turn of all) {
      if (!isSameAttempt(turn, attempt[0])) attempt = [];
      if (turn.revision < revision) {
        const isAnswered = turn.outcome === 'answered';
        ungraded.push({ turn, subject: isAnswered ? toSubject(run, turn, attempt) : undefined });
      }
      attempt = [...attempt, turn];
    }
    const [first, last] = [ungraded[0]?.turn, ungraded.at(-1)?.turn];
    const known =
      first && last && graders.length > 0 ? await store.load(first, last) : NO_JUDGEMENTS;
    const subjects = ungraded.flatMap(({ subject }) => subject ?? []);
    const page = { subjects, known, signal };
    for (const one of ungraded) yield { ...one, page };
  }
}

function toSubject(run: Run, turn: GradedTurn, before: readonly GradedTurn[]): TurnSubject {
  const scenario = run.plan.scenarios[turn.scenarioNo];
  const interaction = scenario && interactionAt(scenario, turn);
  if (scenario === undefined || interaction === undefined) {
    throw new Error(`run ${run.id} has no turn ${turn.scenarioNo}/${turn.turnNo}`);
  }
  return { turn, before, scenario, interaction };
}

/** Calls the models and own scorers about a reply, then computes its grades. They are not called about a failed request. */
async function gradeTurn(
  local: LocalGraders,
  { run, graders, revision }: Grading,
  { page, turn, subject }: Ungraded,
): Promise<NewGrades> {
  if (subject === undefined) {
    const versions = listVersions(scorers);
    return computeGrades(local, run, { turn, found: NOTHING_FOUND, revision, versions });
  }
  const found = await Promise.all(graders.map((grader) => grader.grade(subject, page)));
  const versions = listVersions([...scorers, ...graders]);
  return computeGrades(local, run, { turn, found: combineFindings(found), revision, versions });
}

/** Stores grades; batches them if they arrive faster than they are written. */
function createGradesSaver(
  { tx, notifier, signal }: AbortableServices,
  begun: StartedGrading,
): (grades: NewGrades) => Promise<void> {
  const { runId, total } = begun;
  let { done } = begun;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const save = coalesce<NewGrades>(async (grades) => {
    const now = performance.now();
    const isDue = now - notifiedAt >= PROGRESS_MS;
    const progress = { done: done + grades.length, total };
    const batch = { grades, progress: isDue ? progress : undefined };
    const isClaimed = await retryWhileUnavailable(() => saveGrades(tx, begun, batch), signal);
    if (!isClaimed) throw new GradingClaimLostError();
    ({ done } = progress);
    if (!isDue) return;
    notifiedAt = now;
    notifier.notifyProgress([runId]);
  });
  return (grades) => save([grades]);
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
