import type { AlignedCall, CheckResult } from '@fairtrial/contracts';
import {
  describeCall,
  formatCallsLeftOut,
  formatMany,
  joinParts,
  type CallRow,
  type CallText,
  type Tone,
} from '@fairtrial/format';
import type { Terminal } from '../../terminal/open-terminal.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { breakText, padText } from '../../terminal/text-layout.ts';
import { toneStyle } from '../../terminal/format-table.ts';

/** A line of the two columns. */
interface CallLine {
  readonly text: string;
  readonly tone: Tone;
}

const INDENT = '  ';
const GAP = ' | ';
/** A glyph and a space. */
const MARK_WIDTH = 2;
/** Arguments of one call: about four lines of a column in a terminal of 80 columns. */
const MAX_ARGUMENTS = 120;
const NONE = '–';

/** How many rows are printed, and the command that prints all. */
export interface RowLimit {
  readonly rows: number;
  readonly more: string;
}

/**
 * Prints the expected calls of a `tools` check that did not pass next to the calls that were made. If there are more
 * than the limit, those that explain the failure are printed.
 */
export function printCalls(check: CheckResult, terminal: Terminal, limit?: RowLimit): void {
  const { calls = [], calls_left_out: leftOut, passed } = check;
  if (passed === true || calls.length === 0) return;
  const { columns, colors, print } = terminal;
  const width = Math.floor((columns - INDENT.length - MARK_WIDTH - GAP.length) / 2);
  const shown = chooseRows(calls, limit?.rows ?? Infinity);
  print(toLine('', ['expected', 'made'], width));
  for (const call of shown) {
    for (const { text, tone } of rowLines(describeCall(call, MAX_ARGUMENTS), width)) {
      print(tone === 'plain' ? text : toneStyle(tone, colors)(text));
    }
  }
  const hidden = calls.length - shown.length;
  if (limit && hidden > 0) {
    print(`${INDENT}${formatMany(hidden, 'more row')}: see \`${limit.more}\``);
  }
  const rest = formatCallsLeftOut(leftOut);
  if (rest !== undefined) print(`${INDENT}${rest}`);
}

function chooseRows(calls: readonly AlignedCall[], maxRows: number): readonly AlignedCall[] {
  const first = calls.toSorted((a, b) => Number(explains(b)) - Number(explains(a)));
  const chosen = new Set(first.slice(0, maxRows));
  return calls.filter((call) => chosen.has(call));
}

function explains({ mark }: AlignedCall): boolean {
  return mark !== 'met' && mark !== 'other';
}

/** One row, on as many lines as its longer cell needs. The first line has the glyph. */
function rowLines(row: CallRow, column: number): readonly CallLine[] {
  const { glyph, tone } = row.status;
  const expected = breakText(sanitizeLine(formatExpected(row)), column);
  const made = breakText(sanitizeLine(formatMade(row)), column);
  const height = Math.max(expected.length, made.length);
  return Array.from({ length: height }, (_, at) => ({
    text: toLine(at === 0 ? glyph : '', [expected[at] ?? '', made[at] ?? ''], column),
    tone: tone === 'ok' ? 'plain' : tone,
  }));
}

function toLine(
  glyph: string,
  [expected, made]: readonly [string, string],
  column: number,
): string {
  return `${INDENT}${padText(glyph, MARK_WIDTH)}${padText(expected, column)}${GAP}${made}`;
}

function formatExpected({ expected }: CallRow): string {
  return expected === undefined ? NONE : formatCall(expected);
}

/** The call that was made, and in brackets what is wrong with it. The glyph alone says that it is as expected. */
function formatMade({ made, status, failed }: CallRow): string {
  if (made === undefined) return status.label;
  const notes = [
    ...(status.tone === 'ok' ? [] : [status.label]),
    ...(failed ? [failed.label] : []),
  ];
  return notes.length === 0 ? formatCall(made) : `${formatCall(made)} (${notes.join('; ')})`;
}

function formatCall({ name, parts }: CallText): string {
  return parts.length === 0 ? name : `${name} ${joinParts(parts)}`;
}
