import type { Clause, ReadClauses } from './read-clauses.ts';

/** Two clauses that contradict each other. */
export interface Contrast {
  readonly flag: 'negation_flip' | 'opposite';
  readonly expected: string;
  readonly said: string;
}

/** Minimum share of common words for two clauses to have the same subject. */
const ALIKE = 0.7;
/** Clauses whose similarity is within this distance of the best count as equally similar. */
const NEARLY = 0.1;
/** A single common word is not enough: "nuts" in a list may be negated by a word before the list. */
const MIN_STEMS = 2;

/**
 * Returns the clauses of the reference that a matching clause of the reply contradicts, if no matching clause agrees.
 */
export function compareClauses(reply: ReadClauses, reference: ReadClauses): readonly Contrast[] {
  const index = indexStems(reply.clauses);
  const contrasts = reference.clauses.flatMap((expected): Contrast[] => {
    if (expected.stems.size < MIN_STEMS || !mayContrast(expected, reply)) return [];
    const alike = listAlike(expected, reply.clauses, index);
    const found = alike.map((said) => contrast(expected, said));
    const [first] = found;
    return first === undefined || found.includes(undefined) ? [] : [first];
  });
  return [...contrasts, ...compareAnswers(reply, reference)];
}

/** Fast check: true if any clause of the reply could contrast. Most texts have none and skip the comparison. */
function mayContrast({ isNegated, opposites }: Clause, { clauses }: ReadClauses): boolean {
  return opposites.size > 0 || clauses.some((clause) => clause.isNegated !== isNegated);
}

type StemIndex = ReadonlyMap<string, readonly number[]>;

function indexStems(clauses: readonly Clause[]): StemIndex {
  const index = new Map<string, number[]>();
  clauses.forEach(({ stems }, at) => {
    for (const stem of stems) {
      const known = index.get(stem);
      if (known === undefined) index.set(stem, [at]);
      else known.push(at);
    }
  });
  return index;
}

/** Returns the clauses with the same subject whose similarity is close to the best. */
function listAlike(
  expected: Clause,
  clauses: readonly Clause[],
  index: StemIndex,
): readonly Clause[] {
  const common = new Map<number, number>();
  for (const stem of expected.stems) {
    for (const at of index.get(stem) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
  }
  const alike = [...common].flatMap(([at, count]) => {
    const clause = clauses[at];
    if (clause === undefined || clause.stems.size < MIN_STEMS) return [];
    return [{ clause, share: (2 * count) / (expected.stems.size + clause.stems.size) }];
  });
  const best = Math.max(0, ...alike.map(({ share }) => share));
  if (best < ALIKE) return [];
  return alike.filter(({ share }) => share >= best - NEARLY).map(({ clause }) => clause);
}

function contrast(expected: Clause, said: Clause): Contrast | undefined {
  // "up to 90 days you need no visa" does not apply to longer stays.
  if (!said.numbers.isSubsetOf(expected.numbers)) return undefined;
  // "free" on one side can mean the same as a negation on the other.
  if (expected.open.symmetricDifference(said.open).size > 0) return undefined;
  const turned = [...expected.opposites].filter(
    ([pair, side]) => said.opposites.get(pair) === -side,
  ).length;
  const isFlipped = expected.isNegated !== said.isNegated;
  // A negation and an opposite cancel out: "not longer" means "shorter".
  if (isFlipped === (turned % 2 === 1)) return undefined;
  const flag = isFlipped ? 'negation_flip' : 'opposite';
  return { flag, expected: expected.text, said: said.text };
}

function compareAnswers(reply: ReadClauses, reference: ReadClauses): readonly Contrast[] {
  const [said, expected] = [reply.answer, reference.answer];
  if (said === undefined || expected === undefined || said === expected) return [];
  return [{ flag: 'negation_flip', expected, said }];
}
