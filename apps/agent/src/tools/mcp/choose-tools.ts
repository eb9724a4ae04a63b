import { createHash } from 'node:crypto';

/**
 * Returns the names that the patterns select, and the patterns that match no name. `*` matches any characters. A
 * pattern that starts with `!` excludes its matches, from all names if every pattern starts with `!`.
 */
export function chooseTools(
  names: readonly string[],
  patterns: readonly string[],
): { readonly chosen: ReadonlySet<string>; readonly unmatched: readonly string[] } {
  const rules = patterns.map((pattern) => {
    const isRefusal = pattern.startsWith('!');
    const matched = names.filter((name) => matches(name, isRefusal ? pattern.slice(1) : pattern));
    return { pattern, isRefusal, matched };
  });
  const wanted = rules.filter(({ isRefusal }) => !isRefusal);
  const refused = new Set(rules.flatMap((rule) => (rule.isRefusal ? rule.matched : [])));
  const offered = wanted.length === 0 ? names : wanted.flatMap(({ matched }) => matched);
  return {
    chosen: new Set(offered.filter((name) => !refused.has(name))),
    unmatched: rules.filter(({ matched }) => matched.length === 0).map(({ pattern }) => pattern),
  };
}

/** Avoids a regular expression: names come from the server, and some would cause catastrophic backtracking. */
function matches(name: string, pattern: string): boolean {
  const [first = '', ...middle] = pattern.split('*');
  const last = middle.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const piece of middle) {
    const at = name.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return name.endsWith(last) && name.length - last.length >= from;
}

const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/**
 * The names under which models call the tools of a server, in the order of `tools`. OpenAI accepts at most 64 letters,
 * digits, `_` and `-`. If two tools map to the same name, the tool with exactly that name keeps it; the others get a
 * hash of their own name as suffix.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const exact = tools.map((tool) => `${server}__${tool}`);
  const accepted = Map.groupBy(exact, toAccepted);
  return exact.map((name) => {
    const plain = toAccepted(name);
    const isShared = (accepted.get(plain)?.length ?? 0) > 1;
    return isShared && name !== plain ? withHash(plain, name) : plain;
  });
}

function toAccepted(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_LENGTH);
}

function withHash(plain: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${plain.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
