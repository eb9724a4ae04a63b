import type { AlignedCall, ToolCallMark } from '@fairtrial/contracts';
import {
  cutText,
  listDiffering,
  toArgumentParts,
  toShortParts,
  type ArgumentPart,
} from './call-arguments.ts';
import { formatMany } from './numbers.ts';
import type { StatusLabel } from './verdict.ts';

/** A call as text, which is untrusted. */
export interface CallText {
  readonly name: string;
  /** Empty if the call is expected with any arguments. */
  readonly parts: readonly ArgumentPart[];
  /** All arguments, if `parts` are shortened. */
  readonly whole: readonly ArgumentPart[] | undefined;
}

/** One row of the two columns in words. */
export interface CallRow {
  readonly status: StatusLabel;
  readonly expected: CallText | undefined;
  readonly made: CallText | undefined;
  /** Set if the endpoint reports that the call failed. */
  readonly failed: StatusLabel | undefined;
}

const MARKS: Readonly<Record<ToolCallMark, StatusLabel>> = {
  met: { label: 'as expected', glyph: '✓', tone: 'ok' },
  missing: { label: 'not called', glyph: '✗', tone: 'bad' },
  wrong_arguments: { label: 'other arguments', glyph: '≠', tone: 'bad' },
  out_of_order: { label: 'out of order', glyph: '⇅', tone: 'bad' },
  forbidden: { label: 'forbidden', glyph: '✗', tone: 'bad' },
  not_expected: { label: 'not expected', glyph: '+', tone: 'bad' },
  other: { label: 'also called', glyph: '·', tone: 'plain' },
};

/** The mark of a call that the endpoint reports as failed. */
export const FAILED_CALL: StatusLabel = { label: 'failed', glyph: '!', tone: 'warn' };
/** What stands in the column of expected calls for a call without arguments. */
export const ANY_ARGUMENTS = 'any arguments';

const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 3;
const MAX_ARGUMENT_NAME_LENGTH = 40;

/**
 * An expected call and the call that was made for it, in words. With `maxLength`, arguments are shortened to about this
 * number of characters.
 */
export function describeCall(call: AlignedCall, maxLength = Infinity): CallRow {
  const { expected, made, mark } = call;
  const differing =
    mark === 'wrong_arguments' ? listDiffering(expected?.arguments, made?.arguments) : [];
  const status = MARKS[mark];
  return {
    status: differing.length > 0 ? { ...status, label: addNames(status.label, differing) } : status,
    expected: expected === null ? undefined : toCallText(expected, differing, maxLength),
    made: made === null ? undefined : toCallText(made, differing, maxLength),
    failed: made?.failed === true ? FAILED_CALL : undefined,
  };
}

function toCallText(
  { name, arguments: value }: NonNullable<AlignedCall['expected']>,
  differing: readonly string[],
  maxLength: number,
): CallText {
  const all = toArgumentParts(value, differing);
  const short = toShortParts(value, differing, maxLength);
  return {
    name: cutText(name, Math.min(MAX_NAME_LENGTH, maxLength)),
    parts: short ?? all,
    whole: short && all,
  };
}

/** other arguments: card, reason and 2 more */
function addNames(label: string, names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => cutText(name, MAX_ARGUMENT_NAME_LENGTH));
  const hidden = names.length - shown.length;
  return `${label}: ${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

/** The arguments of a call as one text, which is untrusted. */
export function formatArguments(value: unknown): string {
  return joinParts(toArgumentParts(value, []));
}

export function joinParts(parts: readonly ArgumentPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** The sentence below the two columns if not all calls are listed; `undefined` if all are. */
export function formatCallsLeftOut(count = 0): string | undefined {
  if (count === 0) return undefined;
  return `${formatMany(count, 'further call')} ${count === 1 ? 'is' : 'are'} not listed`;
}
