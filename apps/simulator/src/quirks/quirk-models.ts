import { toWireAnswer, type Asked } from '../openai-wire.ts';
import { lastUserMessage } from '../models/sim-model.ts';
import { randomFrom } from '../random-from.ts';
import type { QuirkOutcome } from './quirk.ts';
import { quirkModels } from './registry.ts';

const PREFIX = 'quirk/';
const MAX_COUNTED_CALLS = 100_000;

/** Answers a call to `quirk/<name>`; returns `undefined` for other models. */
export function createQuirkModels(seed: string): (call: Asked) => QuirkOutcome | undefined {
  const asked = new Map<string, number>();
  return (call) => {
    const name = call.model.startsWith(PREFIX) ? call.model.slice(PREFIX.length) : '';
    const quirk = Object.hasOwn(quirkModels, name) ? quirkModels[name] : undefined;
    if (quirk === undefined) return undefined;
    if (asked.size > MAX_COUNTED_CALLS) asked.clear();
    const key = JSON.stringify([call.model, call.messages]);
    const repetition = (asked.get(key) ?? 0) + 1;
    asked.set(key, repetition);
    const random = randomFrom(seed, key, repetition);
    const good = toWireAnswer(call, { content: `You said: ${lastUserMessage(call)}` });
    return quirk({ ...call, random, repetition, good });
  };
}
