import jstat from 'jstat';

/**
 * The exact McNemar test: of the pairs that changed, `broken` and `fixed`, how probable is a split at
 * least as uneven if either way is equally likely? Two-sided. Nothing changed: 1.
 */
export function mcnemar(broken: number, fixed: number): number {
  const n = broken + fixed;
  const fewer = Math.min(broken, fixed);
  const { gammaln } = jstat.jStat;
  // By logarithms: 2^-n is no number any more beyond a thousand pairs.
  let term = Math.exp(gammaln(n + 1) - gammaln(fewer + 1) - gammaln(n - fewer + 1) - n * Math.LN2);
  let tail = 0;
  for (let k = fewer; k >= 0; k -= 1) {
    tail += term;
    term *= k / (n - k + 1);
  }
  return Math.min(1, 2 * tail);
}
