import {
  type GateVerdict,
  type GateResult,
  type RunId,
  parseGate,
  type GateFinding,
  type GateOperator,
  type Comparison,
} from '@assay/contracts';
import type { GateData } from './load-gate-data.ts';
import { roundInterval } from '../compare/comparison-view.ts';
import { round } from '../summary/rounding.ts';
import { findInsufficientData } from './find-insufficient-data.ts';
import { measureGate, type BoundRule, type Measurement } from './measure-gate.ts';

interface GatesToDecide {
  readonly gates: readonly string[];
  readonly baselineRunId: RunId | undefined;
}

/** The verdict on a run: fail if any gate fails, else inconclusive if any is, else pass. */
export function decideGates({ gates, baselineRunId }: GatesToDecide, data: GateData): GateVerdict {
  const findings = gates.map((gate) => decideGate(gate, data));
  const worst = (['fail', 'inconclusive'] satisfies GateResult[]).find((result) =>
    findings.some(({ verdict }) => verdict === result),
  );
  return { verdict: worst ?? 'pass', baseline_run_id: baselineRunId ?? null, gates: findings };
}

function decideGate(gate: string, data: GateData): GateFinding {
  const parsed = parseGate(gate);
  if (parsed.state === 'refused') throw new Error(`'${gate}' was stored: ${parsed.detail}`);
  const { rule } = parsed;
  const insufficientData = findInsufficientData(rule, data);
  if (rule.kind === 'no_regression') return decideRegression(gate, data, insufficientData);
  return decideBound(gate, rule, { measured: measureGate(rule, data), insufficientData });
}

interface BoundData {
  readonly measured: Measurement;
  readonly insufficientData: string | undefined;
}

function decideBound(
  gate: string,
  rule: BoundRule,
  { measured, insufficientData }: BoundData,
): GateFinding {
  const { limit } = rule;
  if (measured.state === 'unmeasured') {
    const sentence = `Nothing to decide on: ${measured.why}.`;
    return { gate, verdict: 'inconclusive', value: null, interval: null, limit, sentence };
  }
  const { value, interval, isExact } = measured;
  const range = isExact ? ([value, value] as const) : interval;
  const verdict = insufficientData === undefined ? resultFor(range, rule) : 'inconclusive';
  const why =
    insufficientData ?? (range === undefined ? 'one attempt says nothing of its noise' : undefined);
  return {
    gate,
    verdict,
    value: round(value),
    interval: isExact ? null : roundInterval(interval),
    limit,
    sentence: `${describeMeasurement(rule, measured)} ${explainResult(verdict, rule, why)}`,
  };
}

function resultFor(
  range: readonly [number, number] | undefined,
  { operator, limit }: BoundRule,
): GateResult {
  if (range === undefined) return 'inconclusive';
  const held = range.map((end) => HOLDS[operator](end, limit));
  if (held.every(Boolean)) return 'pass';
  return held.some(Boolean) ? 'inconclusive' : 'fail';
}

const HOLDS: Readonly<Record<GateOperator, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
};

function describeMeasurement(
  rule: BoundRule,
  { value, interval, isExact }: Extract<Measurement, { state: 'measured' }>,
): string {
  const show = (number: number): string => formatValue(rule, number);
  const range = isExact || !interval ? '' : ` [${show(interval[0])}, ${show(interval[1])}]`;
  return `${describeRule(rule)} is ${show(value)}${range};`;
}

function explainResult(verdict: GateResult, rule: BoundRule, why: string | undefined): string {
  const asked = `${rule.operator} ${formatValue(rule, rule.limit)}`;
  if (verdict === 'pass') return `${asked} holds.`;
  if (verdict === 'fail') return `${asked} is asked for.`;
  return why === undefined
    ? `the interval reaches to both sides of ${formatValue(rule, rule.limit)}: more attempts would narrow it.`
    : `${asked} stays open: ${why}.`;
}

function describeRule(rule: BoundRule): string {
  if (rule.kind === 'latency') return `latency.${rule.quantile}`;
  if (rule.kind === 'pass_hat') return `pass^${rule.k ?? 'k'}`;
  const of = rule.scenarios === undefined ? '' : ` of ${rule.scenarios}`;
  return rule.kind === 'delta' ? `The change of ${rule.metric}${of}` : `${rule.metric}${of}`;
}

function formatValue({ kind }: BoundRule, value: number): string {
  if (kind === 'latency')
    return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
  return String(round(value));
}

/** `no regression`: whether a scenario is worse than in the baseline. */
function decideRegression(
  gate: string,
  { compared }: GateData,
  insufficientData: string | undefined,
): GateFinding {
  const found = compared && regressedScenarios(compared.comparison);
  const open = { gate, interval: null, limit: 0, value: found?.length ?? null };
  if (compared === undefined || found === undefined) {
    const why = 'the baseline is not there any more, or goes on';
    return { ...open, verdict: 'inconclusive', sentence: `Nothing to decide on: ${why}.` };
  }
  if (insufficientData !== undefined) {
    return { ...open, verdict: 'inconclusive', sentence: `It stays open: ${insufficientData}.` };
  }
  if (found.length > 0) {
    const names = found.map(({ name, delta }) => `${name} (${delta})`).join(', ');
    return { ...open, verdict: 'fail', sentence: `Worse than in the baseline: ${names}.` };
  }
  const [verdict, sentence] = decideWithoutRegressions(compared.comparison);
  return { ...open, verdict, sentence };
}

function regressedScenarios({ scenarios }: Comparison): readonly { name: string; delta: number }[] {
  return scenarios.flatMap(({ name, verdict }) =>
    verdict?.result === 'regressed' ? [{ name, delta: verdict.delta }] : [],
  );
}

/** No single scenario regressed; that may also mean that none could be compared. */
function decideWithoutRegressions(comparison: Comparison): readonly [GateResult, string] {
  const { scenarios, on_this_suite: suite, in_general: general } = comparison;
  const decided = scenarios.filter(({ verdict }) => verdict !== null).length;
  if (suite?.result === 'regressed') {
    return [
      'inconclusive',
      `All scenarios together are worse (${suite.delta}), but none by itself.`,
    ];
  }
  if (decided > 0) return ['pass', `None of ${decided} scenarios is worse than in the baseline.`];
  if (general === null) {
    return ['inconclusive', 'With one attempt a side no scenario can be compared; run more.'];
  }
  const byGeneralResult = {
    regressed: ['fail', `Scenarios like these are worse (${general.delta}).`],
    improved: ['pass', `Scenarios like these are better (${general.delta}).`],
    same: ['pass', `Scenarios like these are the same (${general.delta}).`],
    inconclusive: [
      'inconclusive',
      'With one attempt a side no scenario can be compared, and all of them together do not settle it.',
    ],
  } as const;
  return byGeneralResult[general.result];
}
