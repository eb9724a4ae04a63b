import { DEFAULT_MARGIN, SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
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
  scenarioDifference,
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
import type { ScenarioDecision } from './decide-look.ts';
import {
  decideSuite,
  smallestDetectable,
  standardError,
  type SuiteResult,
  type SuiteVerdict,
} from './suite-verdict.ts';

interface CompareRunsOptions {
  /** Changes within ± this margin are not reported; `DEFAULT_MARGIN` if absent. */
  readonly margin?: number;
  /** Variance between runs beyond the noise of their attempts, if it was measured. */
  readonly between?: BetweenRuns | undefined;
  /** The decisions on a candidate with early stopping; `undefined` if its attempts were fixed. */
  readonly sequential?: SequentialVerdicts | undefined;
}

export interface SequentialVerdicts {
  /** In the order of the scenarios; `undefined` if a side has too few attempts. */
  readonly decisions: readonly (ScenarioDecision | undefined)[];
  /**
   * The suite is compared by this many attempts, those of the first look. Later attempts are played only where no drop
   * was excluded, so a mean over all attempts would be too high: up to 18 % of unchanged suites would be improved.
   */
  readonly suiteAttempts: number;
}

export interface RunComparison {
  /** In input order; `undefined` if a side has fewer than `minAttempts`. */
  readonly scenarios: readonly (ScenarioVerdict | undefined)[];
  /** Change on exactly these scenarios; `undefined` with one attempt per side. */
  readonly onThisSuite: SuiteVerdict | undefined;
  /** Expected change on similar scenarios; `undefined` below ten scenarios. */
  readonly inGeneral: SuiteVerdict | undefined;
  /** Number of scenarios that both runs scored; the others are excluded from both suite verdicts. */
  readonly compared: number;
  /** Attempts per side that a scenario verdict requires with this many scenarios. */
  readonly minAttempts: number;
}

/** With fewer scenarios, the estimate for similar scenarios is too unreliable. */
const MIN_GENERAL_SCENARIOS = 10;

/** Compares two runs of the same scenarios by one metric. */
export function compareRuns(
  scenarios: readonly ScenarioPair[],
  { margin = DEFAULT_MARGIN, between, sequential }: CompareRunsOptions = {},
): RunComparison {
  const scored = scenarios
    .filter(isScoredInBoth)
    .map((pair) => keepFirst(pair, sequential?.suiteAttempts));
  const sampled = sampleAll(scored);
  return {
    scenarios: sequential
      ? describeDecisions(scenarios, sequential.decisions, between)
      : compareScenarios(scenarios, { margin, between }),
    onThisSuite: sampled && decideOnSuite(sampled, { margin, between }),
    inGeneral:
      scored.length < MIN_GENERAL_SCENARIOS
        ? undefined
        : decideInGeneral(scored, { margin, between }),
    compared: scored.length,
    minAttempts: minScenarioAttempts(scored.length),
  };
}

/** Keeps the first attempts of the candidate; all if `attempts` is `undefined`. */
function keepFirst({ baseline, candidate }: ScenarioPair, attempts?: number): ScenarioPair {
  return { baseline, candidate: candidate.slice(0, attempts) };
}

interface MeanDifference {
  readonly delta: number;
  readonly ci95: Interval | undefined;
}

/**
 * Difference without a verdict, for metrics and turns other than the deciding one. It is not corrected for multiple
 * comparisons, so it may rank but not decide. For several scenarios it is the mean of their differences; scenarios that
 * a side did not score are excluded.
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

/** `undefined` if there are no scenarios, or if a side of one has a single attempt, which gives no noise estimate. */
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

/** Assumes that additional scenarios vary as much as these. */
function decideInGeneral(
  pairs: readonly ScenarioPair[],
  { margin, between }: SuiteOptions,
): SuiteVerdict {
  const afterMore = (additional: number): Difference =>
    generalDifference(pairs, { between, additional });
  return decideSuite(afterMore, margin);
}

/**
 * Returns the verdict on every scenario of a run with early stopping, in input order; `undefined` without a decision.
 * Testing again after the last look would find more changes than the error rate allows, so result, p and level are
 * those of the decision. The interval has that level, so that it never disagrees with the result.
 */
export function describeDecisions(
  pairs: readonly ScenarioPair[],
  decisions: readonly (ScenarioDecision | undefined)[],
  between?: BetweenRuns,
): readonly (ScenarioVerdict | undefined)[] {
  return pairs.map((pair, at) => {
    const decision = decisions[at];
    const sampled = samplePair(pair);
    if (decision === undefined || sampled === undefined) return undefined;
    const { result, p, level } = decision;
    const difference = scenarioDifference(sampled, between);
    return {
      result,
      delta: difference.delta,
      se: standardError(difference),
      p,
      adjustedP: Math.min(1, (p * SIGNIFICANCE_LEVEL) / level),
      interval: confidenceInterval(difference, level),
      confidence: 1 - level,
      smallestDetectable: smallestDetectable(difference, level),
    };
  });
}

interface Verdicts {
  readonly suite: { readonly result: SuiteResult } | null | undefined;
  readonly inGeneral: { readonly result: SuiteResult } | null | undefined;
  readonly scenarios: readonly (Pick<ScenarioVerdict, 'result'> | null | undefined)[];
}

/**
 * Combines the verdicts of a comparison: `regressed` or `improved` if the suite or any scenario changed, regressions
 * first. Otherwise returns the suite's result, or the general result if one attempt per side allows no suite verdict.
 */
export function combineVerdicts({ suite, inGeneral, scenarios }: Verdicts): SuiteResult {
  const results = new Set([suite, ...scenarios].map((verdict) => verdict?.result));
  if (results.has('regressed')) return 'regressed';
  if (results.has('improved')) return 'improved';
  return suite?.result ?? inGeneral?.result ?? 'inconclusive';
}
