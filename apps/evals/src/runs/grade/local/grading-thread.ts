import { Worker } from 'node:worker_threads';
import type { ConversationGrades, TurnGrades } from '../../../entities/turn.ts';
import type { GradingPlan } from '../grader.ts';
import type { Place, ThreadData, ThreadInput, ThreadResult, ThreadTask } from './thread.ts';

/** Plans that a thread keeps. A plan can be several megabytes. */
const MAX_PLANS = 8;
/** How often a busy thread is looked at. */
const WATCH_MS = 250;
/** A subject that takes this long is slow: another thread serves the other runs. */
const SLOW_MS = 500;

/** A subject that waits for its grades. */
export interface Task extends ThreadTask {
  readonly result: PromiseWithResolvers<TurnGrades | ConversationGrades>;
}

/** Subjects of one plan. */
export interface Batch {
  readonly key: string;
  readonly plan: GradingPlan;
  readonly tasks: readonly Task[];
}

interface ThreadEvents {
  readonly onDone: (batch: Batch, results: readonly ThreadResult[]) => void;
  /** Called once for a subject that takes long. */
  readonly onSlow: () => void;
  /** Called if the thread ended by itself or was ended, with the subjects that it did not grade. */
  readonly onEnd: (batch: Batch | undefined, left: readonly Task[]) => void;
}

const PROGRAM = new URL('./thread.ts', import.meta.url);

/** A thread that grades one batch at a time, and is ended if a subject takes too long. */
export class GradingThread {
  readonly #budgetMs: number;
  readonly #events: ThreadEvents;
  readonly #worker: Worker;
  readonly #place: Place = new Int32Array(new SharedArrayBuffer(8));
  /** The keys of its plans, the last used ones last. */
  #keys: readonly string[] = [];
  #batch: Batch | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isEnding = false;
  /** Why the thread was ended. */
  #failure = 'left out: the thread that graded this ended';
  slowKey: string | undefined;

  constructor(budgetMs: number, events: ThreadEvents) {
    this.#budgetMs = budgetMs;
    this.#events = events;
    const workerData: ThreadData = { place: this.#place, budgetMs };
    this.#worker = new Worker(PROGRAM, { workerData, name: 'grading' });
    this.#worker.unref();
    this.#worker.on('message', (message: readonly ThreadResult[] | object) => {
      // With --watch, Node itself sends the names of imported files.
      if (Array.isArray(message)) this.#onDone(message);
    });
    this.#worker.on('error', (error) => (this.#failure = `left out: ${String(error)}`));
    this.#worker.on('exit', () => this.#onExit());
  }

  get isIdle(): boolean {
    return this.#batch === undefined && !this.#isClosed && !this.#isEnding;
  }

  grade(batch: Batch): void {
    const { key, plan, tasks } = batch;
    this.#batch = batch;
    const isNew = !this.#keys.includes(key);
    this.#keys = [...this.#keys.filter((known) => known !== key), key].slice(-MAX_PLANS);
    const input: ThreadInput = {
      key,
      plan: isNew ? plan : undefined,
      keys: this.#keys,
      tasks: tasks.map(({ subject, stopped }) => ({ subject, ...(stopped && { stopped }) })),
    };
    this.#place.fill(-1);
    this.#worker.ref();
    this.#worker.postMessage(input, []);
    this.#watch = setInterval(() => void this.#look(batch).catch(() => undefined), WATCH_MS);
    this.#watch.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  #onDone(results: readonly ThreadResult[]): void {
    const batch = this.#batch;
    this.#rest();
    if (batch !== undefined) this.#events.onDone(batch, results);
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#worker.unref();
    this.#batch = undefined;
    this.slowKey = undefined;
    this.#seen = undefined;
  }

  /** The subject that was graded at the last look, and the processor time of the thread when it was first seen. */
  #seen: { readonly taskNo: number; readonly spentMs: number } | undefined;

  /** The thread itself checks its budget between two steps. Only one that does not come to an end is ended from here. */
  async #look(batch: Batch): Promise<void> {
    const { user, system } = await this.#worker.cpuUsage();
    if (this.#batch !== batch) return;
    const spentMs = (user + system) / 1000;
    const taskNo = Atomics.load(this.#place, 0);
    if (taskNo === -1) return; // it is still loading its program
    if (this.#seen?.taskNo !== taskNo) this.#seen = { taskNo, spentMs };
    const taken = spentMs - this.#seen.spentMs;
    if (taken > SLOW_MS && this.slowKey === undefined) {
      this.slowKey = batch.key;
      this.#events.onSlow();
    }
    if (taken > this.#budgetMs + WATCH_MS) {
      this.#failure = `left out: grading took more than ${this.#budgetMs / 1000} s of processor time`;
      this.#isEnding = true; // it gets no further batch, even if it is done at this moment
      await this.#worker.terminate();
    }
  }

  /** Subjects before the one that ended the thread are graded again: a thread has one answer for the whole batch. */
  #onExit(): void {
    const [batch, taskNo, step] = [this.#batch, this.#place[0], this.#place[1]];
    this.#rest();
    const failure = this.#failure;
    const tasks = batch?.tasks ?? [];
    // Before its first subject: no thread can be started.
    const isHopeless = this.#isClosed || taskNo === -1;
    const left = tasks.flatMap((task, at): readonly Task[] => {
      if (!isHopeless && at !== taskNo) return [task];
      // What takes its time beside the steps would end every thread.
      const isAgain = task.stopped !== undefined && task.stopped.step <= (step ?? 0);
      if (!isHopeless && !isAgain) return [{ ...task, stopped: { step: step ?? 0, failure } }];
      task.result.reject(new Error(failure));
      return [];
    });
    this.#isClosed = true;
    this.#events.onEnd(batch, left);
  }
}
