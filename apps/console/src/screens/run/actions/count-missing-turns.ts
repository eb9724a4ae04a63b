import type { RunHead } from '@assay/contracts';

/** Turns without an answer: failed ones, and those that a run did not come to. Retry plays them. */
export function countMissingTurns({ turns, failed_turns: failed }: RunHead): number {
  return turns.total - turns.finished + failed;
}
