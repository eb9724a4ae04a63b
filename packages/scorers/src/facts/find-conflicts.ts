import { isStrong, type FactComparison, type FactPair } from './compare-facts.ts';
import type { Fact } from './fact.ts';
import { contextSimilarity, countsTheSame } from './fact-context.ts';
import { isQuantity } from './same-fact.ts';

/** A fact of the reference and a fact of the reply that cannot both be true. */
export interface Conflict {
  readonly expected: Fact;
  readonly said: Fact;
}

/** The longest texts have thousands of facts; the first ones are enough to detect a contradiction. */
const MAX_COMPARED = 50;
/** Minimum context similarity for two facts to have the same subject. */
const SAME_PLACE = 0.5;
/**
 * Small numbers in running text, such as "two things", need at least this context similarity to have the same subject.
 */
const SIMILAR_PLACE = 0.3;
const SMALL = 12;
/** Minimum context similarity for a fact to be in the position of another. */
const SWAPPED = 0.6;

/**
 * Finds facts that the reply lacks if it has another fact of the same kind instead, and counts of 1 for which the other
 * text has another number ("one tablet", "3 tablets").
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

/** True if the reply has this fact instead of the expected one. */
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

/** True if a fact that is correct elsewhere replaces the expected one: "20 for A, 20 for B". */
function isRepeatedInstead(said: Fact, expected: Fact): boolean {
  return isInstead(said, expected) && contextSimilarity(said, expected) >= SWAPPED;
}

/** True if `one` is a count of 1 of the thing that the other fact counts. */
function isOtherCount(one: Fact, other: Fact): boolean {
  if (one.kind !== other.kind || Number(other.value) === 1) return false;
  if (one.kind === 'weekday') return false;
  const isSameThing = one.unit === undefined ? countsTheSame(one, other) : one.unit === other.unit;
  return isSameThing && isSamePlace(one, other);
}

/** Finds pairs of facts that both texts have, with swapped positions. */
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

/**
 * True if each fact is in the position of the other and not in its own. The first comparison already rejects most
 * pairs.
 */
function isSwapped(one: FactPair, other: FactPair): boolean {
  const first = contextSimilarity(one.expected, other.said);
  if (first < SWAPPED) return false;
  const second = contextSimilarity(other.expected, one.said);
  if (second < SWAPPED) return false;
  const kept =
    contextSimilarity(one.expected, one.said) + contextSimilarity(other.expected, other.said);
  return first + second - kept >= SWAPPED;
}
