import type { Tally } from './tally-sheet.ts';

/** The means of the attempts in which anything was scored. */
export function meansOfAttempts(tallies: readonly Tally[]): readonly number[] {
  return tallies.filter(({ scored }) => scored > 0).map(({ sum, scored }) => sum / scored);
}
