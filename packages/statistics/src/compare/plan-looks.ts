import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import { minScenarioAttempts } from './compare-scenarios.ts';

/** A point at which a run with early stopping is compared with its baseline. */
export interface Look {
  /** Attempts of every scenario that is still played. */
  readonly attempts: number;
  /** Family-wise error rate of this look. The rates of all looks add up to 5 %. */
  readonly level: number;
}

/** Looks after the first one, if the run has more attempts. */
const LATER_LOOKS = [10, 20];

const FIRST_LEVEL = 0.01;

/** Error rates of the looks, by their number: a run that ends later has more data, so later looks have higher rates. */
const LEVELS: Readonly<Record<number, readonly number[]>> = {
  1: [SIGNIFICANCE_LEVEL],
  2: [FIRST_LEVEL, 0.04],
  3: [FIRST_LEVEL, 0.015, 0.025],
  4: [FIRST_LEVEL, FIRST_LEVEL, FIRST_LEVEL, 0.02],
};

interface PlannedAttempts {
  readonly scenarios: number;
  /** Most attempts per scenario. */
  readonly attempts: number;
}

/**
 * Returns the looks of a run: the first one after as many attempts as a scenario verdict requires at its error rate,
 * then after 10, 20 and `attempts`. A run with too few attempts for a first look has one look, at its end.
 */
export function planLooks({ scenarios, attempts }: PlannedAttempts): readonly Look[] {
  const first = minScenarioAttempts(scenarios, FIRST_LEVEL);
  const early = [first, ...LATER_LOOKS.filter((later) => later > first)];
  const ends = [...early.filter((count) => count < attempts), attempts];
  const levels = LEVELS[ends.length] ?? [];
  return ends.map((count, at) => ({ attempts: count, level: levels[at] ?? 0 }));
}
