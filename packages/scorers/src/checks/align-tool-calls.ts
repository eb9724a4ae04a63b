import {
  containsValue,
  type AlignedCall,
  type ToolCall,
  type ToolCallMark,
  type ToolOrder,
} from '@fairtrial/contracts';
import { matchAnyOrder, matchInOrder, type Fits, type Pairs, type Sides } from './match-pairs.ts';

/** The parts of a `tools` check that decide. */
export interface ToolsCheck {
  readonly tools: readonly (ExpectedCall | string)[];
  readonly order?: ToolOrder | undefined;
  readonly forbidden?: readonly string[] | undefined;
  readonly max_calls?: number | undefined;
}

interface ExpectedCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

export interface Alignment {
  readonly rows: readonly AlignedCall[];
  /** The number of rows that are not listed. */
  readonly leftOut: number;
}

const MAX_ROWS = 100;

/**
 * Puts the calls that were made next to the expected ones, for people to read. Lists at most 100 rows: first those with
 * an expected call, then faults, then other calls.
 */
export function alignToolCalls(check: ToolsCheck, toolCalls: readonly ToolCall[]): Alignment {
  const rows = alignAllCalls(check, toolCalls);
  const kept = new Set(rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ROWS));
  return { rows: rows.filter((row) => kept.has(row)), leftOut: rows.length - kept.size };
}

function rank(row: AlignedCall): number {
  if (row.expected !== null) return 0;
  return isFault(row) ? 1 : 2;
}

/** True if a row makes the check fail. */
export function isFault({ mark }: AlignedCall): boolean {
  return mark !== 'met' && mark !== 'other';
}

/**
 * True if an expected call is only met if the arguments of the made call, which were cut, are the expected ones. No row
 * is like this if the calls with whole arguments are enough for the check to pass.
 */
export function isUncertain({ expected, made, mark }: AlignedCall): boolean {
  return mark === 'met' && made?.cut === true && expected?.arguments !== undefined;
}

/**
 * All rows, in the order in which the calls were made; the check passes if none is a fault. A call whose arguments were
 * cut is only taken for an expected call with arguments if the check would fail otherwise.
 */
export function alignAllCalls(
  check: ToolsCheck,
  made: readonly ToolCall[],
): readonly AlignedCall[] {
  const { fits, mayFit, hasSameName } = compareCalls(check.tools, made);
  const rows = toRows(check, made, pairCalls(check, made, { fits, hasSameName }));
  if (!rows.some(isFault) || !made.some(({ cut }) => cut)) return rows;
  return toRows(check, made, pairCalls(check, made, { fits: mayFit, hasSameName }));
}

/** A missing call comes before the first call that was expected after it. */
function toRows(
  check: ToolsCheck,
  made: readonly ToolCall[],
  marks: ReadonlyMap<number, Mark>,
): readonly AlignedCall[] {
  const expected = check.tools.map((call) => (typeof call === 'string' ? { name: call } : call));
  const paired = new Set([...marks.values()].map((pair) => pair.expected));
  const missing = [...expected.keys()].filter((at) => !paired.has(at));
  const rows: AlignedCall[] = [];
  const addMissingBefore = (end: number): void => {
    while (missing[0] !== undefined && missing[0] < end) {
      rows.push({ expected: expected[missing.shift() ?? -1] ?? null, made: null, mark: 'missing' });
    }
  };
  for (const [at, call] of made.entries()) {
    const pair = marks.get(at);
    if (pair?.mark === 'met') addMissingBefore(pair.expected);
    const wanted = pair && expected[pair.expected];
    rows.push({ expected: wanted ?? null, made: call, mark: pair?.mark ?? 'other' });
  }
  addMissingBefore(Infinity);
  return rows;
}

interface Mark {
  /** Position of the expected call; -1 if there is none. */
  readonly expected: number;
  readonly mark: ToolCallMark;
}

/** Marks the calls that were made, by their position. Calls without a mark are allowed and were not expected. */
function pairCalls(
  check: ToolsCheck,
  made: readonly ToolCall[],
  { fits, hasSameName }: { readonly fits: Fits; readonly hasSameName: Fits },
): ReadonlyMap<number, Mark> {
  const { tools, order = 'any', forbidden = [], max_calls: maxCalls = Infinity } = check;
  const isForbidden = new Set(forbidden);
  const marks = new Map<number, Mark>();
  const mark = (pairs: Pairs, as: ToolCallMark): void => {
    for (const [one, at] of pairs) marks.set(at, { expected: one, mark: as });
  };
  for (const [at, { name }] of made.entries()) {
    if (isForbidden.has(name)) marks.set(at, { expected: -1, mark: 'forbidden' });
  }
  const left = (): Sides => {
    const paired = new Set([...marks.values()].map(({ expected }) => expected));
    return {
      expected: [...tools.keys()].filter((at) => !paired.has(at)),
      made: [...made.keys()].filter((at) => !marks.has(at)),
    };
  };
  mark((order === 'any' ? matchAnyOrder : matchInOrder)(left(), fits), 'met');
  mark(matchAnyOrder(left(), fits), 'out_of_order');
  mark(matchAnyOrder(left(), hasSameName), 'wrong_arguments');
  const others = left().made;
  const excess = order === 'exact' ? others.length : Math.max(0, made.length - maxCalls);
  for (const at of others.slice(Math.max(0, others.length - excess))) {
    marks.set(at, { expected: -1, mark: 'not_expected' });
  }
  return marks;
}

/** Compares each expected call once with each call that was made: the arguments can be long. */
function compareCalls(
  tools: ToolsCheck['tools'],
  made: readonly ToolCall[],
): { readonly fits: Fits; readonly mayFit: Fits; readonly hasSameName: Fits } {
  const names = tools.map((call) => (typeof call === 'string' ? call : call.name));
  const compared = tools.map((call) => {
    const [name, wanted] = typeof call === 'string' ? [call] : [call.name, call.arguments];
    return Uint8Array.from(made, ({ name: called, arguments: given }) =>
      called === name && (wanted === undefined || containsValue(given, wanted)) ? 1 : 0,
    );
  });
  const fits: Fits = (one, at) => compared[one]?.[at] === 1;
  const hasSameName: Fits = (one, at) => names[one] === made[at]?.name;
  const mayFit: Fits = (one, at) =>
    fits(one, at) || (made[at]?.cut === true && hasSameName(one, at));
  return { fits, mayFit, hasSameName };
}
