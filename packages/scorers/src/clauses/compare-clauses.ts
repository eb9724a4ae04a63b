import type { Clause, ReadClauses } from './read-clauses.ts';

/** Two clauses that say the opposite of each other. */
export interface Contrast {
  readonly flag: 'negation_flip' | 'opposite';
  readonly expected: string;
  readonly said: string;
}

/** From this share of common words on, two clauses are about the same thing. */
const ALIKE = 0.7;
/** Clauses that are nearly as alike as the best one count as much. */
const NEARLY = 0.1;
/** A single common word says too little: "nuts" in a list may be denied by a word before the list. */
const MIN_STEMS = 2;

/** Clauses of the reference whose counterpart in the reply says the opposite, and none there says the same. */
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

/** Whether any clause of the reply differs in what makes a contrast: most texts have none, and are not compared. */
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

/** The clauses that are about the same thing, those that are most alike first. */
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
  // "up to 90 days you need no visa" says nothing about longer stays.
  if (!said.numbers.isSubsetOf(expected.numbers)) return undefined;
  // "free" on one side only may say what a negation says on the other.
  if (expected.open.symmetricDifference(said.open).size > 0) return undefined;
  const turned = [...expected.opposites].filter(
    ([pair, side]) => said.opposites.get(pair) === -side,
  ).length;
  const isFlipped = expected.isNegated !== said.isNegated;
  // "not longer" is "shorter".
  if (isFlipped === (turned % 2 === 1)) return undefined;
  const flag = isFlipped ? 'negation_flip' : 'opposite';
  return { flag, expected: expected.text, said: said.text };
}

function compareAnswers(reply: ReadClauses, reference: ReadClauses): readonly Contrast[] {
  const [said, expected] = [reply.answer, reference.answer];
  if (said === undefined || expected === undefined || said === expected) return [];
  return [{ flag: 'negation_flip', expected, said }];
}
