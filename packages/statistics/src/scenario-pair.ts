import { mean } from './mean.ts';

/** The attempts' means of one scenario, in two runs. */
export interface ScenarioPair {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  /** Each run gave word for word the same replies in all its attempts, so a difference is a fact. */
  readonly sameReplies?: boolean;
}

/** By how much the scenario's mean rose. */
export function deltaOf({ baseline, candidate }: ScenarioPair): number {
  return mean(candidate) - mean(baseline);
}
