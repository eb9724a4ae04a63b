import { isStrong, type FactComparison, type FactPair } from './compare-facts.ts';
import type { Fact } from './fact.ts';
import { contextSimilarity, countsTheSame } from './fact-context.ts';
import { isQuantity } from './same-fact.ts';

/** A fact of the reference and one of the reply that cannot both be true. */
export interface Conflict {
  readonly expected: Fact;
  readonly said: Fact;
}

/** The longest texts have thousands of facts; the first ones are enough to tell that something is wrong. */
const MAX_COMPARED = 50;
/** From here on two facts are about the same thing. */
const SAME_PLACE = 0.5;
/** Small numbers in running text, such as "two things", are about the same only if some words around them are. */
const SIMILAR_PLACE = 0.3;
const SMALL = 12;
/** From here on a fact stands exactly where the other one stood. */
const SWAPPED = 0.6;

/**
 * Facts of the reference that the reply lacks, beside facts of the same kind that it has instead; and 1 of a thing where
 * the other text says another number of it ("one tablet", "3 tablets").
 */
export function findConflicts(
  comparison: FactComparison,
  reply: readonly Fact[],
  reference: readonly Fact[],
): readonly Conflict[] {
  const extra = comparison.extra.slice(0, MAX_COMPARED);
  const conflicts = comparison.missing.slice(0, MAX_COMPARED).flatMap((expected): Conflict[] => {
    const said =
      findNearest(
        expected,
        extra.filter((fact) => isInstead(fact, expected)),
      ) ??
      reply.find((fact) => !isStrong(fact) && isOtherCount(fact, expected)) ??
      comparison.spare.find((fact) => isRepeatedInstead(fact, expected));
    return said === undefined ? [] : [{ expected, said }];
  });
  const ones = reference.filter((fact) => !isStrong(fact)).slice(0, MAX_COMPARED);
  const counted = ones.flatMap((expected): Conflict[] => {
    const said = extra.find((fact) => isOtherCount(expected, fact));
    return said === undefined ? [] : [{ expected, said }];
  });
  return [...conflicts, ...counted];
}

function findNearest(expected: Fact, candidates: readonly Fact[]): Fact | undefined {
  const similarity = new Map(
    candidates.map((fact) => [fact, contextSimilarity(expected, fact)] as const),
  );
  return candidates.toSorted((a, b) => (similarity.get(b) ?? 0) - (similarity.get(a) ?? 0))[0];
}

/** Whether a reply says this fact in the place of the expected one. */
function isInstead(said: Fact, expected: Fact): boolean {
  if (!isQuantity(said) || !isQuantity(expected)) return said.kind === expected.kind;
  const [a, b] = [said.unit?.dimension, expected.unit?.dimension];
  if (a !== b) return isOtherUnit(said, expected) || isSamePlace(said, expected);
  if (a !== undefined || isLarge(said) || isLarge(expected)) return true;
  return countsTheSame(said, expected) || contextSimilarity(said, expected) >= SIMILAR_PLACE;
}

function isOtherUnit(said: Fact, expected: Fact): boolean {
  return said.unit !== undefined && expected.unit !== undefined && said.value === expected.value;
}

function isSamePlace(a: Fact, b: Fact): boolean {
  return contextSimilarity(a, b) >= SAME_PLACE;
}

function isLarge({ value }: Fact): boolean {
  return Number(value) > SMALL;
}

/** Whether a fact that is right elsewhere stands in the place of the expected one: "20 for A, 20 for B". */
function isRepeatedInstead(said: Fact, expected: Fact): boolean {
  return isInstead(said, expected) && contextSimilarity(said, expected) >= SWAPPED;
}

/** Whether `one` is 1 of the thing that the other fact counts. */
function isOtherCount(one: Fact, other: Fact): boolean {
  if (one.kind !== other.kind || Number(other.value) === 1) return false;
  if (one.kind === 'weekday') return false;
  const isSameThing = one.unit === undefined ? countsTheSame(one, other) : one.unit === other.unit;
  return isSameThing && isSamePlace(one, other);
}

/** Two facts that both texts have, each in the place of the other. */
export function findSwaps(pairs: readonly FactPair[]): readonly (readonly [FactPair, FactPair])[] {
  const compared = pairs.slice(0, MAX_COMPARED);
  return compared.flatMap((one, at) =>
    compared
      .slice(at + 1)
      .filter((other) => isComparable(one.expected, other.expected) && isSwapped(one, other))
      .map((other) => [one, other] as const),
  );
}

function isComparable(a: Fact, b: Fact): boolean {
  if (a.value === b.value && a.unit === b.unit) return false;
  if (isQuantity(a) && isQuantity(b)) return a.unit?.dimension === b.unit?.dimension;
  return a.kind === b.kind;
}

/** Whether each fact stands in the place of the other, and not in its own: most do not, which one comparison shows. */
function isSwapped(one: FactPair, other: FactPair): boolean {
  const first = contextSimilarity(one.expected, other.said);
  if (first < SWAPPED) return false;
  const second = contextSimilarity(other.expected, one.said);
  if (second < SWAPPED) return false;
  const kept =
    contextSimilarity(one.expected, one.said) + contextSimilarity(other.expected, other.said);
  return first + second - kept >= SWAPPED;
}
