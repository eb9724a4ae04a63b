import { labelOf, type Fact } from './fact.ts';
import { isSameFact } from './same-fact.ts';

export interface FactComparison {
  /** Share of the expected facts found in the reply; `undefined` if none are expected. */
  readonly recall: number | undefined;
  readonly missing: readonly Fact[];
  /** Distinct facts of the reply that are not in the reference. */
  readonly extra: readonly Fact[];
  /** Facts of the reply that remain after one-to-one pairing. */
  readonly spare: readonly Fact[];
  /** Facts of the reference with the matching facts of the reply. */
  readonly pairs: readonly FactPair[];
}

export interface FactPair {
  readonly expected: Fact;
  readonly said: Fact;
}

/** Facts in different notations are compared pairwise, which is quadratic; this limits the cost. */
const MAX_COMPARED = 100;

/**
 * Compares facts as multisets: pairs identical notations first, then equal facts in different notations. A year,
 * currency or unit that one side omits matches any value on the other.
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
