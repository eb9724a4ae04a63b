import { formatScore, NONE } from '../../format/numbers.ts';

/** The mean of some attempts, and how far apart they are. */
export function spreadOf(scores: readonly (number | null)[]): string {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return NONE;
  const mean = known.reduce((sum, score) => sum + score, 0) / known.length;
  if (known.length === 1) return formatScore(mean, 2);
  const squares = known.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return `${formatScore(mean, 2)} ± ${formatScore(Math.sqrt(squares / (known.length - 1)), 2)}`;
}
