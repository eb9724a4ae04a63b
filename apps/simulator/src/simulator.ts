import { setTimeout as wait } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { Script } from './load-script.ts';
import { fineTuned, models } from './models/registry.ts';
import { lastUserMessage, type SimCall, type SimReply } from './models/sim-model.ts';
import { seededRandom } from './seeded-random.ts';

export interface Simulator {
  readonly seed: string;
  readonly ledger: Ledger;
  readonly models: readonly string[];
  /** Undefined where there is no such model. */
  answer(call: SimCall, conversation: string | undefined): Promise<SimReply | undefined>;
}

interface SimulatorOptions {
  readonly script: Script;
  readonly seed: string;
  readonly latencyMs: number;
  readonly ledger: Ledger;
}

/** The same seed, batches and order of calls give the same replies, byte for byte. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { script, seed, latencyMs, ledger } = options;
  const asked = new Map<string, number>();

  /** Without a conversation to tell two attempts apart, the how-manieth time it is asked does. */
  function countRepetition(model: string, message: string): number {
    const key = `${model} ${message}`;
    const count = (asked.get(key) ?? 0) + 1;
    asked.set(key, count);
    return count;
  }

  return {
    seed,
    ledger,
    models: Object.keys(models),
    async answer(call, conversation) {
      const name = fineTuned[call.model] ?? call.model;
      const model = models[name];
      if (model === undefined) return undefined;
      if (latencyMs > 0) await wait(latencyMs);
      const message = lastUserMessage(call);
      const sample = conversation ?? countRepetition(name, message);
      return model(call, { script, random: seededRandom(seed, name, message, sample) });
    },
  };
}
