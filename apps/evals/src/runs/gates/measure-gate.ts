import type { Comparison, GateRule } from '@fairtrial/contracts';
import {
  compareMeans,
  compareRuns,
  correctedPassRate,
  generalMean,
  quantile,
  suiteMean,
  describeRunPasses,
  meanOverScenarios,
  passHatK,
  type LabelledScenario,
  type PassCount,
} from '@fairtrial/statistics';
import { formatChangedScenarios } from '@fairtrial/format';
import { attemptsAt } from '../../entities/run.ts';
import { pairAttemptMeans, type RunVariance } from '../compare/compare-aggregates.ts';
import { pairScores, type MatchedAggregates } from '../compare/pair-scores.ts';
import type { RunAggregate } from '../summary/aggregate-run.ts';
import type { Run } from '../../entities/run.ts';
import { countPasses } from '../summary/passes.ts';
import { createScenarioFilter } from '../plan/scenario-filter.ts';
import { CORRECTED_PASS_RATE, listNames, PASS_RATE } from '../plan/list-metrics.ts';

/** The data that gates are decided on. */
export interface GateData {
  readonly run: Run;
  /** The whole run, including scenarios that the baseline lacks or has with other content. */
  readonly whole: RunAggregate;
  /** `undefined` if there is no baseline, or it was deleted. */
  readonly compared: ComparedGateData | undefined;
  /** Why the judge of the run is not trusted. */
  readonly judgeDoubt?: string | undefined;
  /** The attempts of each scenario with the blind labels of people; `undefined` without labels. */
  readonly labelled?: readonly LabelledScenario[] | undefined;
}

interface ComparedGateData {
  readonly baseline: Run;
  readonly aggregates: MatchedAggregates;
  readonly comparison: Comparison;
  /** Noise between runs, if it was measured. */
  readonly between: RunVariance | undefined;
}

/** The value that a gate limits, or why there is none. */
export type Measurement =
  | {
      readonly state: 'measured';
      readonly value: number;
      /** `undefined` if the noise cannot be estimated. */
      readonly interval: readonly [number, number] | undefined;
      /** True for counts, which have no noise. */
      readonly isExact: boolean;
      /** Total number of attempts behind a mean or a rate. */
      readonly attempts?: number;
      /** True if the attempts were labelled by people, who can label more of them. */
      readonly isLabelled?: boolean;
    }
  | { readonly state: 'unmeasured'; readonly why: string };

export type BoundRule = Extract<GateRule, { operator: string }>;
type RuleOf<Kind extends GateRule['kind']> = Extract<GateRule, { kind: Kind }>;

const QUANTILES = { p50: 0.5, p95: 0.95 };

export function measureGate(rule: BoundRule, data: GateData): Measurement {
  if (rule.kind === 'score') return measureScore(rule, data);
  if (rule.kind === 'delta') return measureDelta(rule, data);
  if (rule.kind === 'latency') return measureLatency(rule, data);
  return measurePassHat(rule.k, data);
}

function measureLatency(rule: RuleOf<'latency'>, { whole }: GateData): Measurement {
  const value = quantile(whole.totals.latencies, QUANTILES[rule.quantile]);
  if (value === undefined) return unmeasured('no request was answered');
  return { state: 'measured', value, interval: undefined, isExact: true };
}

function measureScore({ metric, scenarios }: RuleOf<'score'>, data: GateData): Measurement {
  const { run, whole } = data;
  const isIncluded = createScenarioFilter(scenarios);
  const included = [...run.plan.scenarios.entries()].filter(([, scenario]) => isIncluded(scenario));
  if (included.length === 0) return unmeasured(`no scenario of the run matches '${scenarios}'`);
  const scenarioNos = included.map(([at]) => at);
  if (metric === PASS_RATE) return measurePassRate(scenarioNos, data);
  if (metric === CORRECTED_PASS_RATE) return measureCorrected(scenarioNos, data);
  const means = included
    .map(([at]) => whole.attemptMeans(metric, at))
    .filter((attempts) => attempts.length > 0);
  if (means.length === 0) return unmeasured(describeMissingMetric(metric, whole.metrics));
  const onSuite = suiteMean(means);
  // With one attempt the scenarios are the only sample.
  const interval = onSuite.ci95 ?? generalMean(means).ci95;
  return {
    state: 'measured',
    value: onSuite.mean,
    interval: interval && [Math.max(0, interval[0]), Math.min(1, interval[1])],
    isExact: metric === 'answered',
    attempts: means.flat().length,
  };
}

function measureDelta({ metric, scenarios }: RuleOf<'delta'>, data: GateData): Measurement {
  const { run, compared } = data;
  if (compared === undefined) return unmeasured('the baseline was deleted, or is running again');
  const { aggregates } = compared;
  const isIncluded = createScenarioFilter(scenarios);
  // The metric of the comparison is paired in the same way as in the comparison, so that both agree.
  const all =
    metric === compared.comparison.metric
      ? pairScores(aggregates).pairs
      : pairAttemptMeans(aggregates, metric);
  const included = all.filter((_, index) => {
    const scenario = run.plan.scenarios[aggregates.matching.scenarios[index]?.candidate ?? -1];
    return scenario !== undefined && isIncluded(scenario);
  });
  if (included.length === 0) {
    return unmeasured(describeNoCommon(data, scenarios ?? '*'));
  }
  const scored = included.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  const found = compareMeans(scored);
  if (found === undefined)
    return unmeasured(describeMissingMetric(metric, aggregates.candidate.metrics));
  const isRepeated = scored.every((pair) => pair.baseline.length > 1 && pair.candidate.length > 1);
  const between = metric === compared.comparison.metric ? compared.between : undefined;
  const result = compareRuns(scored, { between });
  const interval = isRepeated ? result.onThisSuite?.interval : result.inGeneral?.interval;
  return { state: 'measured', value: found.delta, interval, isExact: false };
}

function describeNoCommon({ run, compared }: GateData, pattern: string): string {
  const isIncluded = createScenarioFilter(pattern === '*' ? undefined : pattern);
  const changed = (compared?.aggregates.matching.changed ?? []).filter(({ candidate }) => {
    const scenario = run.plan.scenarios[candidate];
    return scenario !== undefined && isIncluded(scenario);
  });
  return changed.length === 0
    ? `the runs have no scenario in common that matches '${pattern}'`
    : `no scenario that matches '${pattern}' has equal content in both runs: ${formatChangedScenarios(changed)}`;
}

function describeMissingMetric(metric: string, known: readonly string[]): string {
  return `nothing was scored by '${metric}'; there are ${listNames(known)}`;
}

function unmeasured(why: string): Measurement {
  return { state: 'unmeasured', why };
}

const NO_PASS_CRITERION: Measurement = {
  state: 'unmeasured',
  why: 'passing needs a pass_threshold or checks, and this run has neither',
};

/** `pass_rate`: the share of attempts that pass, with a Wilson interval. */
function measurePassRate(scenarios: readonly number[], data: GateData): Measurement {
  const passes = describeRunPasses(countScenarioPasses(scenarios, data));
  if (passes === undefined) return NO_PASS_CRITERION;
  const { pass_rate: value, ci95: interval, attempts } = passes;
  return { state: 'measured', value, interval, isExact: false, attempts };
}

/** Below this, the interval covers the true rate less often than it says. Tested by `npm test -- truth`. */
const MIN_LABELLED = 30;

/** `pass_rate.corrected`: the share of attempts that people pass, by the blind labels of draws. */
function measureCorrected(scenarios: readonly number[], { labelled = [] }: GateData): Measurement {
  const included = scenarios.map((scenario) => labelled[scenario] ?? []);
  const found = correctedPassRate(included);
  if (found === undefined) {
    const next = 'label a draw, then evaluate the gate again or rescore the run';
    return unmeasured(`no drawn attempt has a blind label; ${next}`);
  }
  const needed = Math.min(MIN_LABELLED, included.flat().length);
  if (found.labelled < needed) {
    return unmeasured(`${found.labelled} attempts have blind labels, and ${needed} are needed`);
  }
  const { rate: value, interval95: interval, labelled: attempts } = found;
  return { state: 'measured', value, interval, isExact: false, attempts, isLabelled: true };
}

/** `pass^k` as counted: with an interval, 45 passes of 45 would not satisfy `pass^5 >= 0.85`. */
function measurePassHat(k: number | undefined, data: GateData): Measurement {
  const { plan } = data.run;
  const passes = countScenarioPasses([...plan.scenarios.keys()], data);
  if (passes.every(({ attempts }) => attempts === 0)) return NO_PASS_CRITERION;
  const asked = k ?? Math.min(...plan.scenarios.map((_, no) => attemptsAt(plan, no)));
  const value = meanOverScenarios(passes, passHatK, asked);
  return value === undefined
    ? {
        state: 'unmeasured',
        why: `no scenario has ${asked} attempts that are known to pass or fail`,
      }
    : { state: 'measured', value, interval: undefined, isExact: true };
}

function countScenarioPasses(
  scenarios: readonly number[],
  { whole }: GateData,
): readonly PassCount[] {
  return scenarios.map((scenario) => countPasses(whole.passes(scenario)));
}
