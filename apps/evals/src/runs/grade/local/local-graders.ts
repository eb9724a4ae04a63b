import type { ConversationGrades, TurnGrades } from '../../../entities/turn.ts';
import type { Findings, GradingPlan } from '../grader.ts';
import type { PlayedConversation } from './grade-conversation.ts';
import type { PlayedTurn } from './grade-turn.ts';
import { GradingThread, type Batch, type Task } from './grading-thread.ts';
import type { Subject, ThreadResult } from './thread.ts';

/** A plan, and a text that identifies it in this process. */
export interface KeyedPlan {
  readonly key: string;
  readonly plan: GradingPlan;
}

/** Computes grades in threads of this process, which start when they are first needed. */
export interface LocalGraders extends AsyncDisposable {
  gradeTurn(plan: KeyedPlan, turn: PlayedTurn, found: Findings): Promise<TurnGrades>;
  gradeConversation(plan: KeyedPlan, played: PlayedConversation): Promise<ConversationGrades>;
}

/** One thread grades a few thousand turns a second. The second one only works while the first has a slow subject. */
const MAX_THREADS = 2;
/** Processor time that the graders of one subject may take. Usual subjects take less than 10 ms. */
const SUBJECT_BUDGET_MS = 10_000;
/** Subjects that are sent to a thread at once. */
const MAX_BATCH = 64;

export function createLocalGraders(budgetMs: number = SUBJECT_BUDGET_MS): LocalGraders {
  const threads = new GradingThreads(budgetMs);
  return {
    // A turn gets the grades of a turn, and a conversation those of a conversation.
    gradeTurn: (plan, turn, found) =>
      threads.grade(plan, { turn: pickPlayed(turn), found }) as Promise<TurnGrades>,
    gradeConversation: (plan, { turns, ...played }) =>
      threads.grade(plan, {
        conversation: { ...played, turns: turns?.map(pickSaid) },
      }) as Promise<ConversationGrades>,
    [Symbol.asyncDispose]: () => threads.close(),
  };
}

/** The subjects of one plan that wait for a thread. */
interface Waiting {
  readonly plan: GradingPlan;
  readonly tasks: Task[];
}

class GradingThreads {
  readonly #budgetMs: number;
  /** By the key of the plan. Runs take turns. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #threads = new Set<GradingThread>();
  #isClosed = false;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  grade(plan: KeyedPlan, subject: Subject): Promise<TurnGrades | ConversationGrades> {
    const result = Promise.withResolvers<TurnGrades | ConversationGrades>();
    if (this.#isClosed) result.reject(new Error(CLOSED));
    else {
      this.#waitingFor(plan).tasks.push({ subject, result });
      // After the current turn of the event loop: what arrives together is sent together.
      queueMicrotask(() => this.#dispatch());
    }
    return result.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.values().map((thread) => thread.close()));
    for (const { tasks } of this.#waiting.values()) {
      for (const { result } of tasks) result.reject(new Error(CLOSED));
    }
  }

  #waitingFor({ key, plan }: KeyedPlan): Waiting {
    const waiting = this.#waiting.get(key) ?? { plan, tasks: [] };
    this.#waiting.set(key, waiting);
    return waiting;
  }

  #dispatch(): void {
    if (this.#isClosed || this.#waiting.size === 0) return;
    if (this.#threads.size === 0) this.#addFirstThread();
    for (const thread of this.#threads) {
      const batch = thread.isIdle ? this.#takeBatch() : undefined;
      if (batch !== undefined) thread.grade(batch);
    }
  }

  /** The next subjects of the run that has waited longest. A run with a slow subject waits until that one is done. */
  #takeBatch(): Batch | undefined {
    const held = new Set(this.#threads.values().map(({ slowKey }) => slowKey));
    const next = this.#waiting.entries().find(([key]) => !held.has(key));
    if (next === undefined) return undefined;
    const [key, { plan, tasks: waiting }] = next;
    this.#waiting.delete(key);
    const tasks = waiting.splice(0, MAX_BATCH);
    if (waiting.length > 0) this.#waiting.set(key, { plan, tasks: waiting });
    return { key, plan, tasks };
  }

  /** What a thread did not get to goes first again. */
  #putBack(batch: Batch, tasks: readonly Task[]): void {
    if (tasks.length > 0) this.#waitingFor(batch).tasks.unshift(...tasks);
  }

  /** The system may refuse a thread. Then nothing waits for it: the turns are graded before their run ends. */
  #addFirstThread(): void {
    try {
      this.#addThread();
    } catch (error) {
      for (const { tasks } of this.#waiting.values()) {
        for (const { result } of tasks) result.reject(error);
      }
      this.#waiting.clear();
    }
  }

  #addThread(): void {
    const thread: GradingThread = new GradingThread(this.#budgetMs, {
      onDone: (batch, results) => {
        this.#putBack(batch, settle(batch, results));
        const isSlow = this.#threads.values().some(({ slowKey }) => slowKey !== undefined);
        // Beside a slow subject, the second thread waits for the next subjects of other runs.
        if (!isSlow && this.#threads.size > 1 && this.#waiting.size === 0) this.#end(thread);
        this.#dispatch();
      },
      onSlow: () => {
        if (this.#threads.size < MAX_THREADS) this.#addThread();
        this.#dispatch();
      },
      onEnd: (batch, left) => {
        this.#threads.delete(thread);
        if (batch !== undefined) this.#putBack(batch, left);
        this.#dispatch();
      },
    });
    this.#threads.add(thread);
  }

  #end(thread: GradingThread): void {
    this.#threads.delete(thread);
    void thread.close();
  }
}

const CLOSED = 'the grading threads are closed';

/** Only what graders read is copied to the thread. */
function pickPlayed(turn: PlayedTurn): PlayedTurn {
  const { scenarioNo, turnNo, outcome, sentMetadata } = turn;
  return { scenarioNo, turnNo, outcome, sentMetadata, ...pickSaid(turn) };
}

function pickSaid({ reply, latencyMs, toolCalls, flags }: SaidTurn): SaidTurn {
  return { reply, latencyMs, toolCalls, flags };
}

type SaidTurn = Pick<PlayedTurn, 'reply' | 'latencyMs' | 'toolCalls' | 'flags'>;

/** Resolves what is done and returns the rest. */
function settle({ tasks }: Batch, results: readonly ThreadResult[]): readonly Task[] {
  for (const [at, result] of results.entries()) {
    const task = tasks[at];
    if ('error' in result) task?.result.reject(result.error);
    else task?.result.resolve(result.grades);
  }
  return tasks.slice(results.length);
}
