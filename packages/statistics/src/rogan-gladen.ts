import type { JudgeRates } from './judge-rates.ts';

/**
 * The pass rate that people would have found, from the one that the judge did (Rogan and Gladen).
 * Undefined for a judge that is no better than a coin, which says nothing to correct.
 */
export function roganGladen(observed: number, { tpr, tnr }: JudgeRates): number | undefined {
  if (tpr === undefined || tnr === undefined || tpr + tnr <= 1) return undefined;
  return Math.min(1, Math.max(0, (observed + tnr - 1) / (tpr + tnr - 1)));
}
