import type { Basis, HeadlineResult } from '@fairtrial/contracts';
import type { PlayedPair, PlayedRun, Stage } from './stage/stage.ts';

/** Result, exit code and basis of a headline. */
export type Expected = readonly [
  result: HeadlineResult,
  exitCode: 0 | 1 | 3 | 4,
  basis: Basis | null,
];

/** One row of the table: how to play it, and the expected headline of each resulting run and comparison. */
export interface Situation {
  readonly name: string;
  readonly says: readonly Expected[];
  /** Matches the title and reasons of the first headline, if the result alone could have another cause. */
  readonly shows?: RegExp;
  readonly play: (stage: Stage) => Promise<readonly (PlayedRun | PlayedPair)[]>;
}

/** A run with a baseline, and the comparison of the two. */
export function both(...expected: Expected): readonly Expected[] {
  return [expected, expected];
}
