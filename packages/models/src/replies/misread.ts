import type { JsonPointer } from '@fairtrial/contracts';
import { describeUnread } from './propose-reply.ts';

/** More events than this are not searched for a text that looks like a reply. */
const MAX_SEARCHED = 50;

interface Wanted {
  /** The location that has no text; `undefined` if none was given. */
  readonly pointer: JsonPointer | undefined;
  /** The location of the text in the events of a stream. */
  readonly stream?: JsonPointer | undefined;
  /** What was read: `the answer` or `the stream`. */
  readonly of: string;
}

export interface Misread {
  readonly state: 'unreadable';
  readonly message: string;
  readonly proposedReply: JsonPointer | null;
}

/**
 * Builds the error for a response without a readable reply: lists its keys and proposes a location. `values` are the
 * JSON values of the response: one, or the events of a stream, of which one is described.
 */
export function misread(values: readonly unknown[], { pointer, stream, of }: Wanted): Misread {
  const described = values.slice(0, MAX_SEARCHED).map(describeUnread);
  const { keys, proposal } =
    described.findLast(({ proposal: found }) => found !== null) ?? describeUnread(values.at(-1));
  const proposedReply = proposal === (stream ?? pointer) ? null : proposal;
  const [field, prefix] = stream === undefined ? ['reply', ''] : ['stream', 'sse:'];
  const at = stream ?? pointer;
  const fault =
    at === undefined
      ? `${of} has no reply that can be read`
      : `${of} has no text at ${at}, which target.${field} points to`;
  const advice =
    proposedReply === null
      ? `Set target.${field} to ${stream === undefined ? '' : 'sse: and '}the JSON Pointer of its text`
      : `If the reply is at ${proposedReply}, set target.${field} to ${stream === undefined ? 'that' : prefix + proposedReply}`;
  return { state: 'unreadable', message: `${fault}: ${keys}. ${advice}.`, proposedReply };
}
