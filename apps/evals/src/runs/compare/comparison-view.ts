import {
  showAddress,
  Target,
  type ComparedPasses,
  type ComparedRun,
  type CorrectedDifference,
  type ComparisonVerdict,
  type GeneralVerdict,
  type ComparedMetric,
  type Comparison,
  type ScenarioVerdict,
} from '@fairtrial/contracts';
import {
  compareMeans,
  comparePassCounts,
  describeRunPasses,
  quantile,
  type ScenarioPair,
  type ScenarioVerdict as StatisticalVerdict,
  type SuiteVerdict,
} from '@fairtrial/statistics';
import { isDeepStrictEqual } from 'node:util';
import { countPlannedTurns, type Run, type RunPlan } from '../../entities/run.ts';
import { countPasses } from '../summary/passes.ts';
import { round, roundPasses } from '../summary/rounding.ts';
import type { MatchedAggregates } from './pair-scores.ts';
import type { RunAggregate } from '../summary/aggregate-run.ts';

export function toComparedRun(run: Run, aggregate: RunAggregate, metric: string): ComparedRun {
  const { turns, answered, spent, unplayed } = aggregate.totals;
  return {
    run_id: run.id,
    test_name: run.plan.testName,
    model_id: run.plan.modelId,
    created_at: run.createdAt.toISOString(),
    turns: { finished: turns, total: countPlannedTurns(run.plan) - unplayed },
    incomplete_attempts: aggregate.incompleteAttempts,
    availability: turns === 0 ? null : round(answered / turns),
    coverage: round(aggregate.totals.coverage(metric) ?? null),
    latency_ms: summariseLatency(aggregate),
    usage: spent.usage,
  };
}

function summariseLatency({ totals }: RunAggregate): ComparedRun['latency_ms'] {
  const median = quantile(totals.latencies, 0.5);
  const p95 = quantile(totals.latencies, 0.95);
  if (median === undefined || p95 === undefined) return null;
  return { median: round(median), p95: round(p95) };
}

/** The verdict on these scenarios. */
export function toVerdict(verdict: SuiteVerdict): Omit<ComparisonVerdict, 'bounds'> {
  return {
    result: verdict.result,
    ...toVerdictFields(verdict),
    additional_attempts: verdict.additional ?? null,
  };
}

/** The verdict on other scenarios like these. */
export function toGeneralVerdict(verdict: SuiteVerdict): GeneralVerdict {
  return {
    result: verdict.result,
    ...toVerdictFields(verdict),
    additional_scenarios: verdict.additional ?? null,
  };
}

/** The verdict on one scenario. */
export function toScenarioVerdict(verdict: StatisticalVerdict): ScenarioVerdict {
  return {
    result: verdict.result,
    ...toVerdictFields(verdict),
    adjusted_p: round(verdict.adjustedP),
  };
}

function toVerdictFields(
  verdict: Omit<SuiteVerdict | StatisticalVerdict, 'result'>,
): Omit<GeneralVerdict, 'result' | 'additional_scenarios'> {
  const { delta, se, p, interval, confidence, smallestDetectable } = verdict;
  return {
    delta: round(delta),
    se: round(se ?? null),
    p: round(p),
    interval: roundInterval(interval),
    confidence: round(confidence),
    // Scores cannot differ by more than 1, so a larger change could never be detected.
    smallest_detectable: (smallestDetectable ?? 1) < 1 ? round(smallestDetectable ?? null) : null,
  };
}

export function roundInterval(
  interval: readonly [number, number] | undefined,
): [number, number] | null {
  return interval === undefined ? null : [round(interval[0]), round(interval[1])];
}

/** Both means and their difference, without a verdict. */
export function toComparedMetric(pairs: readonly ScenarioPair[]): ComparedMetric {
  // Both means cover the same scenarios, so that their difference is the delta shown.
  const shared = pairs.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  const shown = shared.length === 0 ? pairs : shared;
  const compared = compareMeans(shared);
  return {
    baseline: meanOverScenarios(shown.map((pair) => pair.baseline)),
    candidate: meanOverScenarios(shown.map((pair) => pair.candidate)),
    delta: round(compared?.delta ?? null),
    ci95: roundInterval(compared?.ci95),
  };
}

function meanOverScenarios(scenarios: readonly (readonly number[])[]): ComparedMetric['baseline'] {
  const scored = scenarios.filter((attempts) => attempts.length > 0);
  if (scored.length === 0) return null;
  const sum = scored.reduce((total, attempts) => total + average(attempts), 0);
  return { mean: round(sum / scored.length), n: scored.flat().length };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

type Differences = Comparison['differences'];

/** System prompts and templates can be very long; `GET /runs/{run_id}/request` returns them in full. */
const MAX_SHOWN_LENGTH = 10_000;

/** Request fields in which two runs differ. */
export function listDifferences(baseline: RunPlan, candidate: RunPlan): Differences {
  const old = requestFields(baseline);
  const now = requestFields(candidate);
  return Object.keys(now).flatMap((field) =>
    isDeepStrictEqual(old[field], now[field])
      ? []
      : [{ field, baseline: cutLongText(old[field]), candidate: cutLongText(now[field]) }],
  );
}

function requestFields(plan: RunPlan): Readonly<Record<string, unknown>> {
  return {
    model_id: plan.modelId,
    endpoint: showAddress(plan.endpoint),
    protocol: plan.protocol,
    ...targetFields(plan),
    system_prompt: plan.systemPrompt,
    parameters: plan.parameters,
    history: plan.history,
    weights: plan.weights,
    scorers: plan.scorers,
    judge: plan.grading?.judge,
    user_model: plan.user?.model,
    user_prompt: plan.user?.promptDigest,
    embeddings: plan.grading?.embeddings,
    pass_threshold: plan.passThreshold,
    attempts: plan.attempts,
  };
}

/** Each field of the target by its name, as in a request. */
function targetFields({ target }: RunPlan): Readonly<Record<string, unknown>> {
  const fields = Object.keys(Target.shape) as (keyof Target)[];
  return Object.fromEntries(fields.map((field) => [`target.${field}`, target?.[field]]));
}

function cutLongText(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_SHOWN_LENGTH ? value : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}

/** Attempts at a scenario are exchangeable, so they are counted, not paired. */
export function comparePasses(
  { matching, baseline, candidate }: MatchedAggregates,
  corrected: CorrectedDifference | null,
): ComparedPasses | null {
  const counts = matching.scenarios.map((at) => ({
    baseline: countPasses(baseline.passes(at.baseline)),
    candidate: countPasses(candidate.passes(at.candidate)),
  }));
  const old = roundPasses(describeRunPasses(counts.map((count) => count.baseline)));
  const now = roundPasses(describeRunPasses(counts.map((count) => count.candidate)));
  if (old === undefined || now === undefined) return null;
  return { baseline: old, candidate: now, p: round(comparePassCounts(counts)), corrected };
}
