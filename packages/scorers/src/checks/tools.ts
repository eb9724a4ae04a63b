import type { ExpectedCall as PostedCall, ToolCall } from '@assay/contracts';
import { quote, type CheckOf, type CompiledCheck } from './check.ts';

const MAX_LISTED = 5;

type ExpectedCall = Pick<ToolCall, 'name'> & Partial<Exclude<PostedCall, string>>;

/** `tools`: expected tool calls with their arguments, in any order, and the maximum number of calls. */
export function compileTools({
  tools,
  max_calls: maxCalls = Infinity,
}: CheckOf<'tools'>): CompiledCheck {
  const expected = tools.map((call) => (typeof call === 'string' ? { name: call } : call));
  return {
    state: 'ready',
    check({ toolCalls }) {
      const pairs = matchPairs(expected, toolCalls, isExpected);
      const missing = expected.filter((_, at) => !pairs.has(at));
      const paired = new Set(pairs.values());
      const others = toolCalls.filter((_, at) => !paired.has(at));
      const count = toolCalls.length;
      const isTooMany = count > maxCalls;
      return {
        passed: missing.length === 0 && !isTooMany,
        detail: [
          ...(missing.length > 0 ? [`missing: ${list(missing)}`] : []),
          ...(isTooMany
            ? [`${count} ${count === 1 ? 'call' : 'calls'}, at most ${maxCalls} are allowed`]
            : []),
          ...(isTooMany ? [`not expected: ${list(others)}`] : []),
          toolCalls.length > 0 ? `called: ${list(toolCalls)}` : 'no tool was called',
        ].join('; '),
      };
    },
  };
}

function isExpected(wanted: ExpectedCall, { name, arguments: given }: ToolCall): boolean {
  return (
    wanted.name === name &&
    (wanted.arguments === undefined || containsValue(given, wanted.arguments))
  );
}

function list(calls: readonly (ExpectedCall | ToolCall)[]): string {
  const shown = calls
    .slice(0, MAX_LISTED)
    .map(({ name, arguments: args }) =>
      quote(args === undefined ? name : `${name} ${JSON.stringify(args)}`),
    );
  const hidden = calls.length - shown.length;
  return `${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

/** True if `whole` has all keys of `part` with matching values; values that are not objects must be equal. */
function containsValue(whole: unknown, part: unknown): boolean {
  if (isList(part)) {
    return (
      isList(whole) &&
      whole.length === part.length &&
      part.every((item, at) => containsValue(whole[at], item))
    );
  }
  if (isObject(part)) {
    return (
      isObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsValue(whole[key], value),
      )
    );
  }
  return whole === part;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Maximum bipartite matching of `wanted` and `found` (augmenting paths). Returns the index of the `found` item by the
 * index of the `wanted` item.
 */
function matchPairs<W, F>(
  wanted: readonly W[],
  found: readonly F[],
  fits: (wanted: W, found: F) => boolean,
): ReadonlyMap<number, number> {
  const takenBy = new Map<number, number>();

  function findPartner(wantedIndex: number, tried: Set<number>): boolean {
    const one = wanted[wantedIndex];
    if (one === undefined) return false;
    for (const [foundIndex, candidate] of found.entries()) {
      if (tried.has(foundIndex) || !fits(one, candidate)) continue;
      tried.add(foundIndex);
      const holder = takenBy.get(foundIndex);
      if (holder !== undefined && !findPartner(holder, tried)) continue;
      takenBy.set(foundIndex, wantedIndex);
      return true;
    }
    return false;
  }

  for (const wantedIndex of wanted.keys()) findPartner(wantedIndex, new Set());
  return new Map([...takenBy].map(([foundIndex, wantedIndex]) => [wantedIndex, foundIndex]));
}
