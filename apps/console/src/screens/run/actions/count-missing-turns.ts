import type { RunHead } from '@fairtrial/contracts';

/** Counts the turns that a retry would play: failed turns, and turns that the run did not reach. */
export function countMissingTurns({ turns, failed_turns: failed }: RunHead): number {
  return turns.total - turns.finished + failed;
}
