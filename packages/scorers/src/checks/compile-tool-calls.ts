import type { ExpectedCall, ToolCall } from '@assay/contracts';
import type { CheckOf, Compiled } from './check.ts';
import { containsValue } from './contains-value.ts';
import { pairOff } from './pair-off.ts';
import { quote } from './text-limits.ts';

const LISTED = 5;

/** `tool_calls`: which tools were called with what, in any order. */
export function compileToolCalls({
  calls,
  no_others: noOthers = false,
}: CheckOf<'tool_calls'>): Compiled {
  return {
    state: 'ready',
    check({ toolCalls }) {
      const pairs = pairOff(calls, toolCalls, fits);
      const missing = calls.filter((_, at) => !pairs.has(at));
      const used = new Set(pairs.values());
      const others = noOthers ? toolCalls.filter((_, at) => !used.has(at)) : [];
      return {
        passed: missing.length === 0 && others.length === 0,
        detail: [
          ...(missing.length > 0 ? [`missing: ${list(missing)}`] : []),
          ...(others.length > 0 ? [`not expected: ${list(others)}`] : []),
          toolCalls.length > 0 ? `called: ${list(toolCalls)}` : 'no tool was called',
        ].join('; '),
      };
    },
  };
}

function fits(wanted: ExpectedCall, { name, arguments: given }: ToolCall): boolean {
  return (
    wanted.name === name &&
    (wanted.arguments === undefined || containsValue(given, wanted.arguments))
  );
}

function list(calls: readonly (ExpectedCall | ToolCall)[]): string {
  const shown = calls
    .slice(0, LISTED)
    .map(({ name, arguments: args }) =>
      quote(args === undefined ? name : `${name} ${JSON.stringify(args)}`),
    );
  const hidden = calls.length - shown.length;
  return `${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
