import { labelOf, type Fact } from './fact.ts';

export interface FactComparison {
  /** The share of the expected facts that were said; undefined where none are expected. */
  readonly recall: number | undefined;
  readonly missing: readonly Fact[];
  /** What was said and is nowhere in the reference, each once: repeating a fact adds none. */
  readonly extra: readonly Fact[];
}

/** family → detail → how often; no detail is ''. */
type FactCounts = Map<string, Map<string, number>>;

/**
 * Facts as multisets. A year or a currency that one side leaves unsaid fits any on the other, after
 * those that say the same have been paired.
 */
export function compareFacts(said: readonly Fact[], expected: readonly Fact[]): FactComparison {
  const left = countFacts(said);
  const unpaired = expected.filter((fact) => !take(left, fact, fact.detail ?? ''));
  const missing = unpaired.filter((fact) => !takeAlike(left, fact));
  const known = countFacts(expected);
  const extra = new Map(
    said.filter((fact) => !isKnown(known, fact)).map((fact) => [labelOf(fact), fact]),
  );
  return {
    recall: expected.length === 0 ? undefined : 1 - missing.length / expected.length,
    missing,
    extra: [...extra.values()],
  };
}

/** Amounts and bare numbers are one family: "29" may be 29 EUR. */
function familyOf({ kind, value }: Fact): string {
  return `${kind === 'amount' ? 'number' : kind} ${value}`;
}

function countFacts(facts: readonly Fact[]): FactCounts {
  const counts: FactCounts = new Map();
  for (const fact of facts) {
    const family = familyOf(fact);
    const details = counts.get(family) ?? new Map<string, number>();
    counts.set(family, details);
    const detail = fact.detail ?? '';
    details.set(detail, (details.get(detail) ?? 0) + 1);
  }
  return counts;
}

function take(left: FactCounts, fact: Fact, detail: string): boolean {
  const details = left.get(familyOf(fact));
  const count = details?.get(detail) ?? 0;
  if (count > 1) details?.set(detail, count - 1);
  else details?.delete(detail);
  return count > 0;
}

function takeAlike(left: FactCounts, fact: Fact): boolean {
  if (fact.detail !== undefined) return take(left, fact, '');
  const [any] = left.get(familyOf(fact))?.keys() ?? [];
  return any !== undefined && take(left, fact, any);
}

function isKnown(known: FactCounts, fact: Fact): boolean {
  const details = known.get(familyOf(fact));
  if (details === undefined) return false;
  return fact.detail === undefined || details.has(fact.detail) || details.has('');
}
