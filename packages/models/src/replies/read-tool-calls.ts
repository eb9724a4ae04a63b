import { toStorableJson, type ToolCall } from '@assay/contracts';
import { follow, type Place } from './follow.ts';

/** Our agent's trace, OpenAI's two interfaces and what is like them, Anthropic's blocks. */
const PLACES: readonly Place[] = [
  ['tool_trace'],
  ['tool_calls'],
  ['choices', 0, 'message', 'tool_calls'],
  ['message', 'tool_calls'],
  ['output'],
  ['content'],
];

const ARGUMENTS = ['arguments', 'args', 'input'];

/** What is beyond this is no trace that anybody reads. */
const MOST = 100;
const MAX_LENGTH = 16 * 1024;

/** The tools that were called on the way to a reply; undefined where the answer tells of none. */
export function readToolCalls(body: unknown): readonly ToolCall[] | undefined {
  const entries = PLACES.flatMap((place) => {
    const list = follow(body, place);
    return Array.isArray(list) ? (list as readonly unknown[]) : [];
  });
  const calls = entries.slice(0, MOST).flatMap(toCall);
  return calls.length > 0 ? calls : undefined;
}

/** A part of a message that calls no tool has no name with arguments. */
function toCall(entry: unknown): readonly ToolCall[] {
  const called = follow(entry, ['function']) ?? entry;
  const name = follow(called, ['name']);
  const given = ARGUMENTS.map((key) => follow(called, [key])).find((value) => value !== undefined);
  if (typeof name !== 'string' || given === undefined) return [];
  return [toStorableJson({ name: name.slice(0, 200), arguments: toValue(given) }) as ToolCall];
}

/** Models write arguments as text that is JSON, most of the time. */
function toValue(given: unknown): unknown {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (text.length > MAX_LENGTH) return text.slice(0, MAX_LENGTH);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
