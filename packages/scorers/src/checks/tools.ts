import type { AlignedCall, ToolCall, ToolCallMark } from '@fairtrial/contracts';
import { alignAllCalls, isFault, isUncertain } from './align-tool-calls.ts';
import { quote, type CheckOf, type CheckOutcome, type CompiledCheck } from './check.ts';

const MAX_LISTED = 5;

const NOT_REPORTED: CheckOutcome = {
  passed: null,
  detail: 'the endpoint does not report tool calls',
};

/** True if the check could not be decided because the endpoint does not report tool calls. */
export function isNotReported({ passed, detail }: CheckOutcome): boolean {
  return passed === NOT_REPORTED.passed && detail === NOT_REPORTED.detail;
}

const CUT: CheckOutcome = {
  passed: null,
  detail:
    'the endpoint reported more or longer calls than are stored, so this check cannot be decided',
};

/** True if the check could not be decided because not all calls, or not all of their arguments, are stored. */
export function isCutOff({ passed, detail }: CheckOutcome): boolean {
  return passed === CUT.passed && detail === CUT.detail;
}

/** `tools`: expected tool calls with their arguments and their order, forbidden tools, and the maximum number of calls. */
export function compileTools(check: CheckOf<'tools'>): CompiledCheck {
  return {
    state: 'ready',
    check({ toolCalls, isCut = false }) {
      if (toolCalls === undefined) return NOT_REPORTED;
      const rows = alignAllCalls(check, toolCalls);
      const passed = !rows.some(isFault);
      if (passed && rows.some(isUncertain)) return CUT;
      if (isCut && !isFinal(check, rows)) return CUT;
      return {
        passed,
        detail: [
          ...describeExcess(toolCalls.length, check.max_calls),
          ...describeFaults(rows),
          toolCalls.length > 0 ? `called: ${list(toolCalls)}` : 'no tool was called',
        ].join('; '),
      };
    },
  };
}

/** True if further calls cannot change the result. */
function isFinal(check: CheckOf<'tools'>, rows: readonly AlignedCall[]): boolean {
  const { tools, order, forbidden = [], max_calls: maxCalls = Infinity } = check;
  const made = rows.filter((row) => row.made !== null).length;
  const most = order === 'exact' ? tools.length : maxCalls;
  if (made > most || rows.some(({ mark }) => mark === 'forbidden' || mark === 'not_expected')) {
    return true;
  }
  return !rows.some(isFault) && most === Infinity && forbidden.length === 0;
}

const FAULTS = {
  missing: 'missing',
  wrong_arguments: 'called with other arguments',
  out_of_order: 'out of order',
  forbidden: 'forbidden',
  not_expected: 'not expected',
} satisfies Partial<Record<ToolCallMark, string>>;

function describeFaults(rows: readonly AlignedCall[]): readonly string[] {
  return Object.entries(FAULTS).flatMap(([mark, words]) => {
    const calls = rows.flatMap((row) =>
      row.mark === mark ? (row.expected ?? row.made ?? []) : [],
    );
    return calls.length > 0 ? [`${words}: ${list(calls)}`] : [];
  });
}

function describeExcess(count: number, maxCalls: number = Infinity): readonly string[] {
  if (count <= maxCalls) return [];
  return [`${count} ${count === 1 ? 'call' : 'calls'}, at most ${maxCalls} are allowed`];
}

function list(calls: readonly (ToolCall | NonNullable<AlignedCall['expected']>)[]): string {
  const shown = calls.slice(0, MAX_LISTED).map(({ name, arguments: args, ...call }) => {
    const quoted = quote(args === undefined ? name : `${name} ${JSON.stringify(args)}`);
    return 'failed' in call && call.failed === true ? `${quoted} (failed)` : quoted;
  });
  const hidden = calls.length - shown.length;
  return `${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
