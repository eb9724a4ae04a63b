import { logGamma } from './special-functions.ts';

/**
 * The two-sided p-value of the exact McNemar test: of the pairs that changed, `broken` and `fixed`, how
 * probable is a split at least as uneven if either way is equally likely? 1 if nothing changed.
 */
export function mcnemar(broken: number, fixed: number): number {
  const n = broken + fixed;
  const fewer = Math.min(broken, fixed);
  // By logarithms: 2^-n underflows beyond a thousand pairs.
  let term = Math.exp(
    logGamma(n + 1) - logGamma(fewer + 1) - logGamma(n - fewer + 1) - n * Math.LN2,
  );
  let tail = 0;
  for (let k = fewer; k >= 0; k -= 1) {
    tail += term;
    term *= k / (n - k + 1);
  }
  return Math.min(1, 2 * tail);
}
