import { labelOf, type Fact } from './fact.ts';
import { isSameFact } from './same-fact.ts';

export interface FactComparison {
  /** The share of the expected facts that were said; undefined where none are expected. */
  readonly recall: number | undefined;
  readonly missing: readonly Fact[];
  /** Facts that were said and are nowhere in the reference, each once: repeating a fact adds none. */
  readonly extra: readonly Fact[];
  /** Facts of the reply that are left when each has been paired at most once. */
  readonly spare: readonly Fact[];
  /** Facts of the reference with those of the reply that say the same. */
  readonly pairs: readonly FactPair[];
}

export interface FactPair {
  readonly expected: Fact;
  readonly said: Fact;
}

/** Facts that are written in another way are compared each with each, so there must not be too many. */
const MAX_COMPARED = 100;

/**
 * Facts as multisets: first those that are written alike are paired, then those that say the same in another way. A
 * year, a currency or a unit that one side leaves unsaid fits any on the other.
 */
export function compareFacts(said: readonly Fact[], expected: readonly Fact[]): FactComparison {
  const left = groupByLabel(said.filter(isStrong));
  const owed = expected.filter(isStrong);
  const pairs: FactPair[] = [];
  const unpaired: Fact[] = [];
  for (const fact of owed) {
    const equal = left.get(labelOf(fact))?.pop();
    if (equal === undefined) unpaired.push(fact);
    else pairs.push({ expected: fact, said: equal });
  }
  const others = [...[...left.values()].flat(), ...said.filter((fact) => !isStrong(fact))];
  const candidates = new Set(others.slice(0, MAX_COMPARED));
  const missing = unpaired.filter((fact, at) => {
    const same = at < MAX_COMPARED ? findSame(candidates, fact) : undefined;
    if (same === undefined) return true;
    candidates.delete(same);
    pairs.push({ expected: fact, said: same });
    return false;
  });
  return {
    recall: owed.length === 0 ? undefined : 1 - missing.length / owed.length,
    missing,
    extra: listExtra(said.filter(isStrong), expected),
    spare: [...candidates].filter(isStrong),
    pairs,
  };
}

export function isStrong({ isWeak }: Fact): boolean {
  return isWeak !== true;
}

function groupByLabel(facts: readonly Fact[]): Map<string, Fact[]> {
  return Map.groupBy(facts.toReversed(), labelOf);
}

function findSame(candidates: Iterable<Fact>, fact: Fact): Fact | undefined {
  for (const candidate of candidates) if (isSameFact(candidate, fact)) return candidate;
  return undefined;
}

function listExtra(said: readonly Fact[], expected: readonly Fact[]): readonly Fact[] {
  const known = new Set(expected.map(labelOf));
  const unknown = new Map(
    said.filter((fact) => !known.has(labelOf(fact))).map((fact) => [labelOf(fact), fact]),
  );
  const compared = expected.slice(0, MAX_COMPARED);
  return [...unknown.values()].filter(
    (fact, at) => at >= MAX_COMPARED || findSame(compared, fact) === undefined,
  );
}
