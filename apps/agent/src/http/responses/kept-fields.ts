import { findExcess, INPUT_LIMITS, parseJson } from '@fairtrial/contracts';
import type { Completion } from '@fairtrial/models';
import { z } from 'zod';

const Fields = z.record(z.string(), z.unknown());
const KeptFields = z.object({ message: Fields, calls: z.record(z.string(), Fields) });
/** Fields of a message with tool calls that its provider requires back, next to those of the Responses interface. */
export type KeptFields = z.infer<typeof KeptFields>;

/** Distinguishes the text from one of another service. */
const PREFIX = 'fairtrial.';

/**
 * Writes the fields for `encrypted_content` of a reasoning item, which clients send back unchanged; `undefined` if
 * there are none. They are not encrypted, because the chat completions interface returns the same fields.
 */
export function encodeKeptFields(message: Completion['choices'][0]['message']): string | undefined {
  const calls = message.tool_calls.flatMap(({ id, wire }) => {
    const { id: _id, type: _type, index: _index, function: _function, ...others } = wire;
    return Object.keys(others).length > 0 ? [[id, others] as const] : [];
  });
  if (calls.length + Object.keys(message.fields).length === 0) return undefined;
  const kept: KeptFields = { message: message.fields, calls: Object.fromEntries(calls) };
  const text = PREFIX + Buffer.from(JSON.stringify(kept)).toString('base64url');
  return text.length > INPUT_LIMITS.string_chars ? undefined : text;
}

/** Reads the fields; `undefined` if this service did not write the text. */
export function decodeKeptFields(text: string | null | undefined): KeptFields | undefined {
  if (text?.startsWith(PREFIX) !== true) return undefined;
  const json = Buffer.from(text.slice(PREFIX.length), 'base64url').toString('utf8');
  const { depth, object_keys } = INPUT_LIMITS;
  if (findExcess(json, { depth, object_keys }) !== undefined) return undefined;
  return KeptFields.safeParse(parseJson(json)).data;
}
