/** Suffix for the title of a truncated chart: `, 9 of 300 scenarios shown`. */
export function countShown(shown: number, all: number): string {
  return shown < all ? `, ${shown} of ${all} scenarios shown` : '';
}
