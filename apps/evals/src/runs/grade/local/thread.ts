import { threadCpuUsage } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { Budget } from '@fairtrial/scorers';
import type { ConversationGrades, TurnGrades } from '../../../entities/turn.ts';
import type { Findings, GradingPlan } from '../grader.ts';
import { gradeConversation, type PlayedConversation } from './grade-conversation.ts';
import { gradeTurn, type PlayedTurn } from './grade-turn.ts';

/*
 * The program of a grading thread. It gets the plan of a run once, and then batches of its subjects. It grades one subject
 * after another without a pause, which is why it is a thread: requests and calls of the process are not delayed.
 */

/** A turn or a conversation, and what others found out about it. */
export type Subject =
  | { readonly turn: PlayedTurn; readonly found: Findings }
  | { readonly conversation: PlayedConversation };

export interface ThreadTask {
  readonly subject: Subject;
  /** Set if an earlier thread was ended in this step: neither it nor a later one is tried again, for this reason. */
  readonly stopped?: { readonly step: number; readonly failure: string };
}

/** `plan` is new; `keys` are the plans that are still needed; a batch follows. */
export interface ThreadInput {
  readonly key: string;
  readonly plan: GradingPlan | undefined;
  readonly keys: readonly string[];
  readonly tasks: readonly ThreadTask[];
}

export type ThreadResult =
  | { readonly grades: TurnGrades | ConversationGrades }
  | { readonly error: unknown };

/** Where a thread is: the number of its task in the batch, and the step of that task. Shared with the main thread. */
export type Place = Int32Array<SharedArrayBuffer>;

/** What a thread is started with. */
export interface ThreadData {
  readonly place: Place;
  /** Processor time that the graders of one subject may take. */
  readonly budgetMs: number;
}

/** A batch ends early, so that other runs have their turn. */
const BATCH_MS = 100;

const { place, budgetMs } = workerData as ThreadData;
const OUT_OF_BUDGET = `left out: grading took more than ${budgetMs / 1000} s of processor time`;
const plans = new Map<string, GradingPlan>();

function spentMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/** Steps are the pieces of work that may take long: the checks and the scorers of a subject. */
function openBudget(stopped: ThreadTask['stopped']): Budget {
  const start = spentMs();
  let next = 0;
  return {
    spend(_grader, work) {
      const step = next;
      next += 1;
      if (stopped !== undefined && step >= stopped.step) return { failure: stopped.failure };
      if (spentMs() - start > budgetMs) return { failure: OUT_OF_BUDGET };
      Atomics.store(place, 1, step);
      return { done: work() };
    },
  };
}

function grade(plan: GradingPlan, { subject, stopped }: ThreadTask, taskNo: number): ThreadResult {
  Atomics.store(place, 1, 0);
  Atomics.store(place, 0, taskNo);
  try {
    const budget = openBudget(stopped);
    return {
      grades:
        'turn' in subject
          ? gradeTurn(plan, subject, budget)
          : gradeConversation(plan, subject.conversation, budget),
    };
  } catch (error) {
    return { error };
  }
}

parentPort?.on('message', ({ key, plan: given, keys, tasks }: ThreadInput) => {
  for (const known of plans.keys()) if (!keys.includes(known)) plans.delete(known);
  const plan = given ?? plans.get(key);
  if (plan === undefined) throw new Error(`the thread has no plan ${key}`);
  plans.set(key, plan);
  const results: ThreadResult[] = [];
  const start = performance.now();
  for (const [taskNo, task] of tasks.entries()) {
    if (results.length > 0 && performance.now() - start > BATCH_MS) break;
    results.push(grade(plan, task, taskNo));
  }
  parentPort?.postMessage(results, []);
});
