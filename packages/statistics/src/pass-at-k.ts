import { passHatK } from './pass-hat-k.ts';
import type { Passes } from './passes.ts';

/** The probability that at least one of k attempts passes; undefined beyond the attempts there are. */
export function passAtK({ passes, attempts }: Passes, k: number): number | undefined {
  const noneOfK = passHatK({ passes: attempts - passes, attempts }, k);
  return noneOfK === undefined ? undefined : 1 - noneOfK;
}
