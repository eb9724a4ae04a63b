import { DEFAULT_MARGIN } from '@fairtrial/contracts/plain';
import type { BetweenRuns } from './between-runs.ts';
import {
  findChange,
  holm,
  minScenarioAttempts,
  type ScenarioVerdict,
} from './compare-scenarios.ts';
import { confidenceInterval, pValue, scenarioDifference, type Difference } from './difference.ts';
import { samplePair, type ScenarioPair } from './scenario-pair.ts';
import type { Look } from './plan-looks.ts';

/** The verdict on a scenario at the look after which it was not played any more. */
export interface ScenarioDecision {
  /** Number of the look, from 0. */
  readonly look: number;
  readonly result: ScenarioVerdict['result'];
  /** Before correction for multiple comparisons. */
  readonly p: number;
  /** Level at which Holm tested the scenario; its interval has the confidence 1 − `level`. */
  readonly level: number;
}

export interface LookOptions {
  readonly looks: readonly Look[];
  /** Number of this look, from 0. */
  readonly look: number;
  /** The decisions of earlier looks, in the order of the scenarios; `undefined` if a scenario is undecided. */
  readonly earlier: readonly (ScenarioDecision | undefined)[];
  /** Changes within ± this margin are not reported; `DEFAULT_MARGIN` if absent. */
  readonly margin?: number;
  readonly between?: BetweenRuns | undefined;
}

/** A scenario is not played any further if its interval excludes a drop of this size. */
const RELEVANT_DROP = 0.15;
/** Two-sided level of that interval. */
const STOP_LEVEL = 0.1;

/**
 * Decides one look at all planned scenarios, in input order. A scenario is decided if it changed, if its 90 % interval
 * excludes a drop of .15, or if this is the last look. `undefined`: the scenario needs more attempts, or at the last
 * look, a side has too few scored attempts for a verdict.
 *
 * Holm corrects over all planned scenarios, at the error rate of the look. A scenario that changed keeps its p-value.
 * One that was stopped without a change counts with p = 1, so that no later look can report it.
 */
export function decideLook(
  pairs: readonly ScenarioPair[],
  options: LookOptions,
): readonly (ScenarioDecision | undefined)[] {
  const { looks, look, earlier, margin = DEFAULT_MARGIN } = options;
  const { level: rate = 0 } = looks[look] ?? {};
  const tested = testOpen(pairs, options, rate);
  const corrected = holm(
    tested.map((open, at) => open?.p ?? keptP(earlier[at])),
    rate,
  );
  return tested.map((open, at) => {
    if (open === undefined) return earlier[at];
    const level = corrected[at]?.level ?? 0;
    const change = findChange({ ...open, level }, margin);
    const isOver = look === looks.length - 1 || excludesDrop(open.difference);
    if (change === undefined && !isOver) return undefined;
    return { look, result: change ?? 'no_change_found', p: open.p, level };
  });
}

interface OpenScenario {
  readonly difference: Difference;
  readonly p: number;
}

/** `undefined` if the scenario is decided, or if a side has too few attempts. */
function testOpen(
  pairs: readonly ScenarioPair[],
  { earlier, between }: LookOptions,
  rate: number,
): readonly (OpenScenario | undefined)[] {
  const least = minScenarioAttempts(pairs.length, rate);
  return pairs.map((pair, at) => {
    const sampled = earlier[at] === undefined ? samplePair(pair) : undefined;
    if (sampled === undefined || Math.min(sampled.baseline.n, sampled.candidate.n) < least) {
      return undefined;
    }
    const difference = scenarioDifference(sampled, between);
    return { difference, p: pValue(difference) };
  });
}

function keptP(decision: ScenarioDecision | undefined): number {
  return decision === undefined || decision.result === 'no_change_found' ? 1 : decision.p;
}

/** Without an interval, nothing varied: then the difference itself decides. */
function excludesDrop(difference: Difference): boolean {
  const [low] = confidenceInterval(difference, STOP_LEVEL) ?? [difference.delta];
  return low > -RELEVANT_DROP;
}
