import type { JsonPointer, SessionId } from '@fairtrial/contracts';
import { valueAtPointer } from '../messages/json-path.ts';
import { formatKeys, listLeaves, pointerTo, toWords, type Leaf } from './list-leaves.ts';

/** Where the id of a session is. */
export interface SessionSource {
  readonly from: JsonPointer;
  /** True if an earlier response had the id: it is kept if this response has none. */
  readonly isKnown: boolean;
}

export type ReadSession =
  | { readonly state: 'read'; readonly session: SessionId | undefined }
  | {
      readonly state: 'unread';
      readonly message: string;
      readonly proposedSession: JsonPointer | null;
    };

const MAX_LENGTH = 1000;

/**
 * Reads the id of a session from a response. `values` are its JSON values in order: one, or the events of a stream. The
 * last one with an id counts.
 */
export function readSession(
  values: readonly unknown[],
  { from, isKnown }: SessionSource,
): ReadSession {
  const found = values.map((value) => valueAtPointer(value, from)).findLast(isPresent);
  if (isSessionId(found)) return { state: 'read', session: found };
  if (found === undefined && isKnown) return { state: 'read', session: undefined };
  const example = values.findLast((value) => proposeSession(value) !== null) ?? values.at(-1);
  const proposal = proposeSession(example);
  const proposedSession = proposal === from ? null : proposal;
  const fault =
    found === undefined
      ? `the answer has no session id at ${from}, which target.session.from points to`
      : `the value at ${from}, which target.session.from points to, cannot be a session id: it must be a text of at most ${MAX_LENGTH} characters without line breaks, or a number that JSON keeps exact`;
  const advice =
    proposedSession === null
      ? 'Set target.session.from to the JSON Pointer of the id'
      : `If the id is at ${proposedSession}, set target.session.from to that`;
  const message = `${fault}: ${describeKeys(example)}. ${advice}.`;
  return { state: 'unread', message, proposedSession };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Large whole numbers are refused: JSON parsers round them, so the next turn would continue another session. */
export function isSessionId(value: unknown): value is SessionId {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_LENGTH &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  );
}

const CONVERSATION = '(conversation|session|thread|chat|dialog(ue)?|context)';
/** Key names of session ids, most likely first. */
const NAMES: readonly RegExp[] = [
  new RegExp(`^${CONVERSATION}_?(id|uuid|key|token|handle)?$`, 'i'),
  new RegExp(`${CONVERSATION}.*id$`, 'i'),
];
const ID = /^_?(id|uuid)$/i;

/** Returns the most likely location of a session id; null if no value looks like one. The value is never shown. */
export function proposeSession(body: unknown): JsonPointer | null {
  const candidates = listLeaves(body)
    .filter(isPossibleId)
    .map((leaf) => ({ pointer: pointerTo(leaf), rank: rank(leaf), depth: leaf.path.length }))
    .filter(({ pointer, rank: at }) => pointer !== undefined && Number.isFinite(at))
    .toSorted((a, b) => a.rank - b.rank || a.depth - b.depth);
  return candidates[0]?.pointer ?? null;
}

/** Returns the keys of a response, for the error about a missing id. */
function describeKeys(body: unknown): string {
  return formatKeys(listLeaves(body));
}

function isPossibleId({ value }: Leaf): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && /^\S{1,1000}$/.test(value);
}

/** The lower, the more likely; infinite if the name says nothing about an id. */
function rank({ path }: Leaf): number {
  const names = path.filter((key) => typeof key === 'string').map(toWords);
  const last = names.at(-1) ?? '';
  const named = NAMES.findIndex((pattern) => pattern.test(last));
  if (named !== -1) return named * 2;
  if (!ID.test(last)) return Number.POSITIVE_INFINITY;
  const parent = names.at(-2) ?? '';
  if (NAMES[0]?.test(parent) === true) return 1;
  // An id in an envelope is of the response; one that is deeper is of something else.
  return names.length <= 2 ? 3 : Number.POSITIVE_INFINITY;
}
