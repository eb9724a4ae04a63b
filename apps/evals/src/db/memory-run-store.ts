import { AppError, type EvaluationResponse, type RunId } from '@assay/contracts';
import type { RunStore } from './run-store.ts';
import type { Run } from './run.ts';
import type { Turn } from './turn.ts';

interface Entry {
  run: Run;
  open: number;
  /** Dropped once the result is there. */
  turns: Turn[];
  played: number;
  readonly result: PromiseWithResolvers<EvaluationResponse>;
  finished: EvaluationResponse | undefined;
}

/** Runs in this process's memory: gone when it ends. The oldest finished ones make room. */
export function createMemoryRunStore(keep: number): RunStore {
  const entries = new Map<RunId, Entry>();

  function entryOf(id: RunId): Entry {
    const entry = entries.get(id);
    if (entry === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
    return entry;
  }

  function makeRoom(): void {
    for (const [id, entry] of entries) {
      if (entries.size <= keep) return;
      if (entry.run.state !== 'running') entries.delete(id);
    }
  }

  return {
    async insertRun(run) {
      const { attempts, scenarios } = run.plan;
      const result = Promise.withResolvers<EvaluationResponse>();
      result.promise.catch(() => undefined); // nobody may be waiting when it fails
      entries.set(run.id, {
        run,
        open: attempts * scenarios.length,
        turns: [],
        played: 0,
        result,
        finished: undefined,
      });
      makeRoom();
    },
    findRun: async (id) => entries.get(id)?.run,
    async appendTurn(turn) {
      const entry = entryOf(turn.runId);
      entry.turns.push(turn);
      entry.played += 1;
    },
    listTurns: async (id) => entryOf(id).turns.toSorted(byPosition),
    countTurns: async (id) => entryOf(id).played,
    async finishAttempt({ runId }) {
      const entry = entryOf(runId);
      entry.open -= 1;
      return entry.open;
    },
    async finishRun(id, result) {
      const entry = entryOf(id);
      entry.run = { ...entry.run, state: 'completed' };
      entry.finished = result;
      entry.turns = [];
      entry.result.resolve(result);
    },
    async failRun(id) {
      const entry = entries.get(id);
      if (entry?.run.state !== 'running') return; // gone, or told already
      entry.run = { ...entry.run, state: 'failed' };
      entry.result.reject(new AppError('internal', `run ${id} could not be completed`));
    },
    findResult: async (id) => entryOf(id).finished,
    waitForResult: (id, signal) => orAborted(entryOf(id).result.promise, signal),
  };
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function byPosition(a: Turn, b: Turn): number {
  return a.scenarioNo - b.scenarioNo || a.attemptNo - b.attemptNo || a.turnNo - b.turnNo;
}
