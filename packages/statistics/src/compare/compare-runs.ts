import { DEFAULT_MARGIN, SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
import { mean } from '../math/descriptive.ts';
import type { BetweenRuns } from './between-runs.ts';
import {
  compareScenarios,
  minScenarioAttempts,
  type ScenarioVerdict,
} from './compare-scenarios.ts';
import {
  confidenceInterval,
  generalDifference,
  suiteDifference,
  type Difference,
  type Interval,
} from './difference.ts';
import {
  isScoredInBoth,
  samplePair,
  scenarioDelta,
  type SampledPair,
  type ScenarioPair,
} from './scenario-pair.ts';
import { signFlip, type SignFlipResult } from './sign-flip.ts';
import { decideSuite, type SuiteVerdict } from './suite-verdict.ts';

export interface CompareRunsOptions {
  /** A change within ± this margin is no change worth reporting; `DEFAULT_MARGIN` if not given. */
  readonly margin?: number;
  /** A seeded source: the same two runs must give the same result every time. */
  readonly random: () => number;
  /** How much runs differ beyond the noise of their attempts, if it was measured. */
  readonly between?: BetweenRuns | undefined;
}

export interface RunComparison {
  /** In the order given; undefined if a side has fewer than `minAttempts`. */
  readonly scenarios: readonly (ScenarioVerdict | undefined)[];
  /** Did the model change on exactly these scenarios? Undefined with one attempt a side. */
  readonly onThisSuite: SuiteVerdict | undefined;
  /** Would it on others like them? Undefined below ten scenarios. */
  readonly inGeneral: SuiteVerdict | undefined;
  /** A cross-check of `inGeneral`; undefined below six scenarios, where it cannot reach .05. */
  readonly signFlip: SignFlipResult | undefined;
  /** How many scenarios both runs scored; the others take no part in the two suite verdicts. */
  readonly compared: number;
  /** How many attempts a side a verdict on one of so many scenarios takes. */
  readonly minAttempts: number;
}

/** Fewer scenarios say too little about others like them. */
const MIN_GENERAL_SCENARIOS = 10;

/** Compares two runs of the same scenarios by one metric. */
export function compareRuns(
  scenarios: readonly ScenarioPair[],
  { margin = DEFAULT_MARGIN, random, between }: CompareRunsOptions,
): RunComparison {
  const scored = scenarios.filter(isScoredInBoth);
  const sampled = sampleAll(scored);
  return {
    scenarios: compareScenarios(scenarios, { margin, between }),
    onThisSuite: sampled && decideOnSuite(sampled, { margin, between }),
    inGeneral:
      scored.length < MIN_GENERAL_SCENARIOS
        ? undefined
        : decideInGeneral(scored, { margin, between }),
    signFlip: signFlip(scored.map(scenarioDelta), random),
    compared: scored.length,
    minAttempts: minScenarioAttempts(scored.length),
  };
}

interface MeanDifference {
  readonly delta: number;
  readonly ci95: Interval | undefined;
}

/**
 * A difference without a verdict, for the metrics and turns other than the one that decides: there is no
 * correction for how many of them are looked at, so it ranks and does not decide. Of several scenarios it
 * is the mean of their differences; one that a side did not score takes no part.
 */
export function compareMeans(pairs: readonly ScenarioPair[]): MeanDifference | undefined {
  const scored = pairs.filter(isScoredInBoth);
  if (scored.length === 0) return undefined;
  const sampled = sampleAll(scored);
  const difference = sampled && suiteDifference(sampled);
  return {
    delta: difference?.delta ?? mean(scored.map(scenarioDelta)),
    ci95: difference && confidenceInterval(difference, SIGNIFICANCE_LEVEL),
  };
}

/** Undefined without a scenario, and if a side of one has a single attempt, which says nothing about its noise. */
function sampleAll(pairs: readonly ScenarioPair[]): readonly SampledPair[] | undefined {
  const sampled = pairs.flatMap((pair) => samplePair(pair) ?? []);
  return pairs.length === 0 || sampled.length < pairs.length ? undefined : sampled;
}

type SuiteOptions = Pick<CompareRunsOptions, 'between'> & { readonly margin: number };

function decideOnSuite(
  pairs: readonly SampledPair[],
  { margin, between }: SuiteOptions,
): SuiteVerdict {
  const enlarge = (additional: number): readonly SampledPair[] =>
    pairs.map(({ baseline, candidate, delta }) => ({
      baseline: { ...baseline, n: baseline.n + additional },
      candidate: { ...candidate, n: candidate.n + additional },
      delta,
    }));
  return decideSuite((additional) => suiteDifference(enlarge(additional), between), margin);
}

/** More scenarios are expected to differ among each other as these do. */
function decideInGeneral(
  pairs: readonly ScenarioPair[],
  { margin, between }: SuiteOptions,
): SuiteVerdict {
  const afterMore = (additional: number): Difference =>
    generalDifference(pairs, { between, additional });
  return decideSuite(afterMore, margin);
}
