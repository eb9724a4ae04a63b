import type { GateRule } from '@assay/contracts';
import {
  compareMeans,
  compareRuns,
  generalMean,
  quantile,
  seededRandom,
  suiteMean,
} from '@assay/statistics';
import { PASS_RATE } from '../compare/aggregate-run.ts';
import { pairScenarios } from '../compare/pair-up.ts';
import type { GateData } from './gate-data.ts';
import { measurePassHat, measurePassRate } from './measure-passes.ts';
import type { Measurement } from './measurement.ts';
import { nameFilter } from './name-filter.ts';

export type BoundRule = Exclude<GateRule, { kind: 'no_regression' }>;
type Of<Kind extends GateRule['kind']> = Extract<GateRule, { kind: Kind }>;

const QUANTILES = { p50: 0.5, p95: 0.95 };

/** The number that a gate sets a limit to. */
export function measureGate(rule: BoundRule, evidence: GateData): Measurement {
  if (rule.kind === 'score') return measureScore(rule, evidence);
  if (rule.kind === 'delta') return measureDelta(rule, evidence);
  if (rule.kind === 'latency') return measureLatency(rule, evidence);
  return measurePassHat(rule.k, evidence);
}

function measureLatency(rule: Of<'latency'>, { whole }: GateData): Measurement {
  const value = quantile(whole.totals.latencies, QUANTILES[rule.quantile]);
  if (value === undefined) return unmeasured('no request was answered');
  return { state: 'measured', value, interval: undefined, isFact: true };
}

function measureScore({ metric, scenarios }: Of<'score'>, evidence: GateData): Measurement {
  const { run, whole } = evidence;
  const isMeant = nameFilter(scenarios);
  const meant = [...run.plan.scenarios.entries()].filter(([, scenario]) => isMeant(scenario));
  if (meant.length === 0) return unmeasured(`no scenario of the run is called '${scenarios}'`);
  if (metric === PASS_RATE) {
    return measurePassRate(
      meant.map(([at]) => at),
      evidence,
    );
  }
  const means = meant
    .map(([at]) => whole.attemptMeans(metric, at))
    .filter((attempts) => attempts.length > 0);
  if (means.length === 0) return unmeasured(noMetric(metric, whole.metrics));
  const onSuite = suiteMean(means);
  // With one attempt the scenarios are the only sample there is.
  const interval = onSuite.ci95 ?? generalMean(means).ci95;
  return {
    state: 'measured',
    value: onSuite.mean,
    interval: interval && [Math.max(0, interval[0]), Math.min(1, interval[1])],
    isFact: metric === 'answered',
  };
}

function measureDelta(
  { metric, scenarios }: Of<'delta'>,
  { run, compared }: GateData,
): Measurement {
  if (compared === undefined) return unmeasured('the baseline is not there any more, or goes on');
  const { sides } = compared;
  const isMeant = nameFilter(scenarios);
  const all = pairScenarios(sides, metric);
  const meant = all.filter((_, index) => {
    const scenario = run.plan.scenarios[sides.matching.scenarios[index]?.candidate ?? -1];
    return scenario !== undefined && isMeant(scenario);
  });
  if (meant.length === 0) {
    return unmeasured(
      `both runs have no scenario in common that is meant by '${scenarios ?? '*'}'`,
    );
  }
  const scored = meant.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  const found = compareMeans(scored);
  if (found === undefined) return unmeasured(noMetric(metric, sides.candidate.metrics));
  const isRepeated = scored.every((pair) => pair.baseline.length > 1 && pair.candidate.length > 1);
  const interval = isRepeated
    ? found.ci95
    : compareRuns(scored, { random: seededRandom(1) }).inGeneral?.interval;
  return { state: 'measured', value: found.delta, interval, isFact: false };
}

function noMetric(metric: string, known: readonly string[]): string {
  return `nothing was scored by '${metric}'; there are ${known.toSorted().join(', ')}`;
}

function unmeasured(why: string): Measurement {
  return { state: 'unmeasured', why };
}
