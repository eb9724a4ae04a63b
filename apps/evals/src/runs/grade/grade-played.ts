import type { RunId } from '@fairtrial/contracts';
import { listVersions, scorers } from '@fairtrial/scorers';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { storeFirstGrades, type NewGrades } from '../../db/grading/turn-grades.ts';
import { listUngraded } from '../../db/turns/list-turns.ts';
import type { Run } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import { coalesce } from '../../queue/coalesce.ts';
import type { Findings } from './grader.ts';
import { awaitFindings } from './local/grade-turn.ts';
import type { KeyedPlan, LocalGraders } from './local/local-graders.ts';

/** Grades turns right after they are stored, so that results show their scores while the run is played. */
export interface PlayedGrading {
  /** Never throws: what is not graded here, or is lost with the process, is graded before the run ends. */
  add(run: Run, turns: readonly Turn[]): void;
  /** Resolves when the turns of a run that were added are graded. */
  settle(id: RunId): Promise<void>;
}

interface Options {
  readonly tx: SqlExecutor;
  readonly local: LocalGraders;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Limits the memory of turns that wait for a thread, in characters of their replies. */
const MAX_WAITING = 32_000_000;

export function createPlayedGrading({ tx, local, onError, signal }: Options): PlayedGrading {
  const store = coalesce<NewGrades>((grades) =>
    retryWhileUnavailable(() => storeFirstGrades(tx, grades), signal),
  );
  const open = new Map<RunId, Set<Promise<void>>>();
  let waiting = 0;

  async function grade(run: Run, turn: Turn): Promise<void> {
    waiting += turn.reply.length;
    try {
      await store([await gradeFirst(local, run, turn)]);
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      waiting -= turn.reply.length;
    }
  }

  return {
    add(run, turns) {
      const ofRun = open.get(run.id) ?? new Set();
      for (const turn of turns) {
        if (waiting > MAX_WAITING) break;
        const grading = grade(run, turn).finally(() => {
          ofRun.delete(grading);
          if (ofRun.size === 0) open.delete(run.id);
        });
        ofRun.add(grading);
      }
      if (ofRun.size > 0) open.set(run.id, ofRun);
    },
    async settle(id) {
      const grading = open.get(id);
      if (grading !== undefined) await Promise.all(grading);
    },
  };
}

interface RestServices {
  readonly tx: SqlExecutor;
  readonly local: LocalGraders;
}

/**
 * Grades the stored turns of a run that have no grades: those of a process that ended before it graded them. Returns false
 * if another worker should continue. A cancelled run is graded too: its turns count.
 */
export async function gradeRest(
  { tx, local }: RestServices,
  run: Run,
  { isPaused }: { readonly isPaused: () => boolean },
): Promise<boolean> {
  const store = coalesce<NewGrades>((grades) => storeFirstGrades(tx, grades));
  for await (const turns of listUngraded(tx, run.id)) {
    if (isPaused()) return false;
    const grading = turns.map(async (turn) => store([await gradeFirst(local, run, turn)]));
    // The threads are closed if they take longer than a process has to end.
    const ended = await Promise.allSettled(grading);
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && !isPaused()) throw failed.reason;
  }
  return !isPaused();
}

const SCORER_VERSIONS = listVersions(scorers);

/** The grades that need no call to a model or an own scorer. If the run has neither, they are those of its revision. */
function gradeFirst(local: LocalGraders, run: Run, turn: Turn): Promise<NewGrades> {
  const found = awaitFindings(run.plan, turn);
  const revision = run.plan.grading === undefined ? run.revision : 0;
  return computeGrades(local, run, { turn, found, revision, versions: SCORER_VERSIONS });
}

interface FoundTurn extends Pick<NewGrades, 'revision' | 'versions'> {
  readonly turn: Turn;
  /** What the models and own scorers found out about it. */
  readonly found: Findings;
}

/** Has a thread compute the grades of a turn. */
export async function computeGrades(
  local: LocalGraders,
  run: Run,
  { turn, found, revision, versions }: FoundTurn,
): Promise<NewGrades> {
  const { scenarioNo, attemptNo, turnNo, try: tries } = turn;
  const key = { runId: run.id, scenarioNo, attemptNo, turnNo, try: tries };
  return { ...key, revision, versions, ...(await local.gradeTurn(keyPlan(run), turn, found)) };
}

/** A rescore changes the plan. */
export function keyPlan({ id, revision, plan }: Run): KeyedPlan {
  return { key: `${id}/${revision}`, plan };
}
