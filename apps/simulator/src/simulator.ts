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
  /** Streaming speed; 0 sends everything at once. */
  readonly wordsPerSecond: number;
  /** `undefined` if there is no such model. */
  answer(call: SimCall, place: Place): Promise<SimReply | undefined>;
}

/** Where in a run a call belongs, as its headers say. */
export interface Place {
  /** `<run>/<scenario>/<attempt>` */
  readonly conversation: string | undefined;
  /** `<turn>`, and for other models than the one under test `<turn>/<kind>/<number>`. */
  readonly turn: string | undefined;
}

interface SimulatorOptions {
  readonly script: Script;
  readonly seed: string;
  readonly latency: Latency;
  readonly wordsPerSecond: number;
  readonly ledger: Ledger;
}

/** Enough to distinguish the attempts of any run; above this the counts are reset. */
const MAX_COUNTED_MESSAGES = 100_000;

/** Enough for any demo or test; above this numbering restarts. */
const MAX_NUMBERED_RUNS = 10_000;

/** The random suffix of the tags in a judge's prompt. It differs in every prompt and must not affect the answer. */
const TAG_SUFFIX = /-[0-9a-f]{16}(?=>)/g;

/** Deterministic: the same seed, batches and order of runs give the same replies, byte for byte. */
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
    async answer(call, { conversation, turn }) {
      const name = fineTuned[call.model] ?? call.model;
      const model = Object.hasOwn(models, name) ? models[name] : undefined;
      if (model === undefined) return undefined;
      const message = lastUserMessage(call).replaceAll(TAG_SUFFIX, '');
      const repetition = countRepetition(name, message);
      // Without a conversation, the number of repetitions distinguishes two attempts.
      const occasion = conversation === undefined ? repetition : numbered(conversation);
      const random = randomFrom(seed, name, message, isDeterministic(call) ? '' : occasion);
      const [, , attempt = ''] = turn?.split('/') ?? [];
      const whole = conversation === undefined ? openingOf(call) : occasion;
      const perConversation = randomFrom(seed, name, whole, attempt);
      const reply = model(call, { script, random, perConversation, repetition });
      const ms = latency(random) + (reply.delayMs ?? 0);
      if (ms > 0) await wait(ms);
      return reply;
    },
  };
}

/** The message that a conversation begins with. */
function openingOf({ messages }: SimCall): string {
  return messages.find(({ role }) => role === 'user')?.content.replaceAll(TAG_SUFFIX, '') ?? '';
}

/** True for a structured answer at temperature 0: it is the same every time. */
function isDeterministic({ schema, temperature }: SimCall): boolean {
  return schema !== undefined && temperature === 0;
}

/**
 * Replaces the run id, which is random, with the number of the run: the random numbers for `<run>/<scenario>/<attempt>`
 * then depend only on the seed and on the number of earlier runs.
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
