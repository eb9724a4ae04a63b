import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './latency.ts';
import type { Ledger } from './ledger.ts';
import type { Script } from './load-script.ts';
import { fineTuned, models } from './models/registry.ts';
import { lastUserMessage, type SimCall, type SimReply } from './models/sim-model.ts';
import { numberRuns } from './number-runs.ts';
import { seededRandom } from './seeded-random.ts';

export interface Simulator {
  readonly seed: string;
  readonly ledger: Ledger;
  readonly models: readonly string[];
  /** How many words a second are streamed; 0: all at once. */
  readonly wordsPerSecond: number;
  /** Undefined where there is no such model. */
  answer(call: SimCall, conversation: string | undefined): Promise<SimReply | undefined>;
}

interface SimulatorOptions {
  readonly script: Script;
  readonly seed: string;
  readonly latency: Latency;
  readonly wordsPerSecond: number;
  readonly ledger: Ledger;
}

/** Enough to tell the attempts of any run apart; then it begins to forget. */
const REMEMBERED = 100_000;

/** What is drawn anew for every form is no part of the question. */
const MARKER = /-[0-9a-f]{16}(?=>)/g;

/** A form that is filled in at temperature 0 is filled in the same way every time. */
function isExact({ schema, temperature }: SimCall): boolean {
  return schema !== undefined && temperature === 0;
}

/** The same seed, batches and order of runs give the same replies, byte for byte. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { script, seed, latency, ledger, wordsPerSecond } = options;
  const asked = new Map<string, number>();
  const numbered = numberRuns();

  function countRepetition(model: string, message: string): number {
    if (asked.size > REMEMBERED) asked.clear();
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
      const message = lastUserMessage(call).replaceAll(MARKER, '');
      const repetition = countRepetition(name, message);
      // Without a conversation to tell two attempts apart, the how-manieth time it is asked does.
      const occasion = conversation === undefined ? repetition : numbered(conversation);
      const random = seededRandom(seed, name, message, isExact(call) ? '' : occasion);
      const reply = model(call, { script, random, repetition });
      const ms = latency(random) + (reply.delayMs ?? 0);
      if (ms > 0) await wait(ms);
      return reply;
    },
  };
}
