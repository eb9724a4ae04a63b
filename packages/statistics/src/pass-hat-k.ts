import type { Passes } from './passes.ts';

/** The probability that all of k attempts pass; undefined beyond the attempts there are. */
export function passHatK({ passes, attempts }: Passes, k: number): number | undefined {
  if (k > attempts) return undefined;
  // C(c, k) / C(n, k), factor by factor: the binomial coefficients themselves overflow.
  let probability = 1;
  for (let drawn = 0; drawn < Math.min(k, passes + 1); drawn += 1) {
    probability *= (passes - drawn) / (attempts - drawn);
  }
  return probability;
}
