import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './latency.ts';
import type { Ledger } from './ledger.ts';
import type { Script } from './load-script.ts';
import { fineTuned, models } from './models/registry.ts';
import { lastUserMessage, type SimCall, type SimReply } from './models/sim-model.ts';
import { randomFrom } from './random-from.ts';

export interface Simulator {
  readonly seed: string;
  readonly ledger: Ledger;
  readonly models: readonly string[];
  /** How many words a second are streamed; 0: all at once. */
  readonly wordsPerSecond: number;
  /** Undefined if there is no such model. */
  answer(call: SimCall, conversation: string | undefined): Promise<SimReply | undefined>;
}

interface SimulatorOptions {
  readonly script: Script;
  readonly seed: string;
  readonly latency: Latency;
  readonly wordsPerSecond: number;
  readonly ledger: Ledger;
}

/** Enough to tell the attempts of any run apart; then the counts are dropped. */
const MAX_COUNTED_MESSAGES = 100_000;

/** Enough for any demo or test; then numbering starts again. */
const MAX_NUMBERED_RUNS = 10_000;

/** The random suffix of the tags in a judge's prompt: it differs in every prompt and is no part of the question. */
const TAG_SUFFIX = /-[0-9a-f]{16}(?=>)/g;

/** The same seed, batches and order of runs give the same replies, byte for byte. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { script, seed, latency, ledger, wordsPerSecond } = options;
  const asked = new Map<string, number>();
  const numbered = numberRuns();

  function countRepetition(model: string, message: string): number {
    if (asked.size > MAX_COUNTED_MESSAGES) asked.clear();
    const key = `${model} ${message}`;
    const count = (asked.get(key) ?? 0) + 1;
    asked.set(key, count);
    return count;
  }

  return {
    seed,
    ledger,
    wordsPerSecond,
    models: Object.keys(models),
    async answer(call, conversation) {
      const name = fineTuned[call.model] ?? call.model;
      const model = Object.hasOwn(models, name) ? models[name] : undefined;
      if (model === undefined) return undefined;
      const message = lastUserMessage(call).replaceAll(TAG_SUFFIX, '');
      const repetition = countRepetition(name, message);
      // Without a conversation the number of repetitions tells two attempts apart.
      const occasion = conversation === undefined ? repetition : numbered(conversation);
      const random = randomFrom(seed, name, message, isDeterministic(call) ? '' : occasion);
      const reply = model(call, { script, random, repetition });
      const ms = latency(random) + (reply.delayMs ?? 0);
      if (ms > 0) await wait(ms);
      return reply;
    },
  };
}

/** A structured answer at temperature 0 is the same every time. */
function isDeterministic({ schema, temperature }: SimCall): boolean {
  return schema !== undefined && temperature === 0;
}

/**
 * Names every run by its number instead of its id, which is new every time: the random numbers for
 * `<run>/<scenario>/<attempt>` then depend on the seed and on how many runs there were before.
 */
export function numberRuns(): (conversation: string) => string {
  const numbers = new Map<string, number>();
  return (conversation) => {
    const [run = '', ...position] = conversation.split('/');
    if (numbers.size > MAX_NUMBERED_RUNS) numbers.clear();
    const number = numbers.get(run) ?? numbers.size;
    numbers.set(run, number);
    return [number, ...position].join('/');
  };
}
