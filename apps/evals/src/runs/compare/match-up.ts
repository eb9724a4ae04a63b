export interface Matched {
  /** Positions of what belongs together, in the order of the candidate. */
  readonly pairs: readonly { readonly baseline: number; readonly candidate: number }[];
  /** What only one side has. */
  readonly baselineOnly: readonly number[];
  readonly candidateOnly: readonly number[];
}

/**
 * Which of the one belongs to which of the other: by the first key, then, of what is left, by the next.
 * What has the same key is told apart by its position.
 */
export function matchUp<T>(
  baseline: readonly T[],
  candidate: readonly T[],
  keys: readonly ((item: T) => string)[],
): Matched {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const key of keys) {
    const waiting = new Map<string, number[]>();
    for (const [at, item] of baseline.entries()) {
      if (taken.has(at)) continue;
      const line = waiting.get(key(item)) ?? [];
      waiting.set(key(item), line);
      line.push(at);
    }
    for (const line of waiting.values()) line.reverse();
    for (const [at, item] of candidate.entries()) {
      const partner = partners.has(at) ? undefined : waiting.get(key(item))?.pop();
      if (partner === undefined) continue;
      partners.set(at, partner);
      taken.add(partner);
    }
  }
  return {
    pairs: candidate.flatMap((_, at) => {
      const partner = partners.get(at);
      return partner === undefined ? [] : [{ baseline: partner, candidate: at }];
    }),
    baselineOnly: [...baseline.keys()].filter((at) => !taken.has(at)),
    candidateOnly: [...candidate.keys()].filter((at) => !partners.has(at)),
  };
}
