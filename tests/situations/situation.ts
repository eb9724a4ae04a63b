import type { Basis, HeadlineResult } from '@assay/contracts';
import type { PlayedPair, PlayedRun, Stage } from './stage/stage.ts';

/** Result, exit code and basis of a headline. */
export type Expected = readonly [
  result: HeadlineResult,
  exitCode: 0 | 1 | 3 | 4,
  basis: Basis | null,
];

/** One row of the table: how it comes about, and the words of every surface for each run and comparison it ends with. */
export interface Situation {
  readonly name: string;
  readonly says: readonly Expected[];
  /** Part of the title and reasons of the first of them, where the result alone could come about in another way. */
  readonly shows?: RegExp;
  readonly play: (stage: Stage) => Promise<readonly (PlayedRun | PlayedPair)[]>;
}

/** A run with a baseline, and the comparison of the two. */
export function both(...expected: Expected): readonly Expected[] {
  return [expected, expected];
}
