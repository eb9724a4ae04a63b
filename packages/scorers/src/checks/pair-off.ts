/**
 * For each of `wanted` another one of `found` that fits it, as far as that goes: the places of the pairs.
 * Whoever has a partner that somebody else needs looks for another one first.
 */
export function pairOff<W, F>(
  wanted: readonly W[],
  found: readonly F[],
  fits: (wanted: W, found: F) => boolean,
): ReadonlyMap<number, number> {
  const takenBy = new Map<number, number>();

  function seek(at: number, tried: Set<number>): boolean {
    const seeker = wanted[at];
    if (seeker === undefined) return false;
    for (const [place, candidate] of found.entries()) {
      if (tried.has(place) || !fits(seeker, candidate)) continue;
      tried.add(place);
      const holder = takenBy.get(place);
      if (holder !== undefined && !seek(holder, tried)) continue;
      takenBy.set(place, at);
      return true;
    }
    return false;
  }

  for (const at of wanted.keys()) seek(at, new Set());
  return new Map([...takenBy].map(([place, at]) => [at, place]));
}
