import type { RunHead } from '@assay/contracts';

/** How many runs are new, or have come further, since the page looked. */
export function countUpdates(shown: readonly RunHead[], newest: readonly RunHead[]): number {
  const states = new Map(shown.map(({ run_id, state }) => [run_id, state]));
  const [first] = shown;
  return newest.filter(({ run_id, state }) => {
    const known = states.get(run_id);
    // What slid up from below the list, since others were deleted, is old.
    if (known === undefined) return first === undefined || run_id > first.run_id;
    return known !== state;
  }).length;
}
