import { toWireAnswer, type Asked } from '../openai-wire.ts';
import { lastUserMessage } from '../models/sim-model.ts';
import { seededRandom } from '../seeded-random.ts';
import type { OddOutcome } from './odd.ts';
import { oddModels } from './registry.ts';

const PREFIX = 'odd/';
const REMEMBERED = 100_000;

/** Answers a call to `odd/<name>`; undefined where it is for another model. */
export function createOddModels(seed: string): (call: Asked) => OddOutcome | undefined {
  const asked = new Map<string, number>();
  return (call) => {
    const name = call.model.startsWith(PREFIX) ? call.model.slice(PREFIX.length) : '';
    const odd = Object.hasOwn(oddModels, name) ? oddModels[name] : undefined;
    if (odd === undefined) return undefined;
    if (asked.size > REMEMBERED) asked.clear();
    const key = JSON.stringify([call.model, call.messages]);
    const repetition = (asked.get(key) ?? 0) + 1;
    asked.set(key, repetition);
    const random = seededRandom(seed, key, repetition);
    const good = toWireAnswer(call, { content: `You said: ${lastUserMessage(call)}` });
    return odd({ ...call, random, repetition, good });
  };
}
