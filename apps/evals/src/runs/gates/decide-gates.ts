import {
  type GateVerdict,
  type GateResult,
  type RunId,
  parseGate,
  type GateFinding,
  type GateOperator,
  type GateRule,
  type Comparison,
} from '@fairtrial/contracts';
import { formatStatus, headlineLabel } from '@fairtrial/format';
import { perfectAttemptsFor } from '@fairtrial/statistics';
import { roundInterval } from '../compare/comparison-view.ts';
import { describeChange } from '../headline/describe-change.ts';
import { round } from '../summary/rounding.ts';
import { findInsufficientData } from './find-insufficient-data.ts';
import { measureGate, type BoundRule, type GateData, type Measurement } from './measure-gate.ts';

interface GatesToDecide {
  readonly gates: readonly string[];
  readonly baselineRunId: RunId | undefined;
}

/** The verdict on a run: fail if any gate fails, else inconclusive if any gate is, else pass. */
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
  if (rule.kind === 'allow_regression' || rule.kind === 'allow_failures') return allow(gate, rule);
  if (rule.kind === 'no_regression') {
    return decideRegression(gate, { data, beyond: rule.beyond, insufficientData });
  }
  return decideBound(gate, rule, { measured: measureGate(rule, data), insufficientData });
}

function allow(
  gate: string,
  { kind }: Extract<GateRule, { kind: `allow_${string}` }>,
): GateFinding {
  const what = kind === 'allow_failures' ? 'A failed check' : 'A regression';
  const sentence = `${what} does not fail this run.`;
  return { gate, verdict: 'pass', value: null, interval: null, limit: null, sentence };
}

interface RegressionData {
  readonly data: GateData;
  readonly beyond: number | undefined;
  readonly insufficientData: string | undefined;
}

type Measured = Extract<Measurement, { state: 'measured' }>;

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
    const sentence = `Could not be decided: ${insufficientData ?? measured.why}.`;
    return { gate, verdict: 'inconclusive', value: null, interval: null, limit, sentence };
  }
  const { value, interval, isExact } = measured;
  const range = isExact ? ([value, value] as const) : interval;
  const verdict = insufficientData === undefined ? resultFor(range, rule) : 'inconclusive';
  const why =
    insufficientData ??
    (range === undefined ? 'one attempt says nothing about noise' : tooFewAttempts(rule, measured));
  return {
    gate,
    verdict,
    value: round(value),
    interval: isExact ? null : roundInterval(interval),
    limit,
    sentence: `${describeMeasurement(rule, measured)} ${explainResult(verdict, rule, { why, measured })}`,
  };
}

/** Why this number of attempts cannot satisfy the gate with any scores; `undefined` if it can. */
function tooFewAttempts(
  { operator, limit }: BoundRule,
  { attempts = 0, isLabelled }: Measured,
): string | undefined {
  const isLowest = operator === '>=' || operator === '>';
  if (!isLowest || attempts === 0 || limit === 1) return undefined;
  const needed = perfectAttemptsFor(limit);
  if (attempts >= needed) return undefined;
  return isLabelled === true
    ? `${attempts} labelled attempts do not suffice even if all pass; ${needed} would`
    : `perfect scores in ${attempts} attempts do not suffice; ${needed} attempts would`;
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

function describeMeasurement(rule: BoundRule, { value, interval, isExact }: Measured): string {
  const show = (number: number): string => formatValue(rule, number);
  const range = isExact || !interval ? '' : ` [${show(interval[0])}, ${show(interval[1])}]`;
  return `${describeRule(rule)} is ${show(value)}${range};`;
}

interface Explained {
  readonly why: string | undefined;
  readonly measured: Measured;
}

function explainResult(verdict: GateResult, rule: BoundRule, { why, measured }: Explained): string {
  const more = measured.isLabelled === true ? 'labels' : 'attempts';
  const asked = `${rule.operator} ${formatValue(rule, rule.limit)}`;
  if (verdict === 'pass') return `${asked} holds.`;
  if (verdict === 'fail') return `${asked} is required.`;
  return why === undefined
    ? `the interval contains ${formatValue(rule, rule.limit)}: more ${more} would narrow it.`
    : `${asked} could not be decided: ${why}.`;
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

/** `no regression`: decides if the run is worse than its baseline, by the same rules as its headline. */
function decideRegression(
  gate: string,
  { data: { compared }, beyond, insufficientData }: RegressionData,
): GateFinding {
  const open = { gate, interval: null, limit: beyond ?? 0, value: null };
  if (compared === undefined) {
    const why = 'the baseline was deleted, or is running again';
    return { ...open, verdict: 'inconclusive', sentence: `Could not be decided: ${why}.` };
  }
  if (insufficientData !== undefined) {
    return {
      ...open,
      verdict: 'inconclusive',
      sentence: `Could not be decided: ${insufficientData}.`,
    };
  }
  const { comparison } = compared;
  const { result, isKnown, title, why } = describeChange(comparison, beyond);
  const finding = {
    ...open,
    value: comparison.on_this_suite?.delta ?? null,
    interval: comparison.on_this_suite?.interval ?? null,
  };
  const sentence = `${formatStatus(headlineLabel({ result, status: 'pass' }))}: ${title}. ${why}`;
  if (result === 'regressed') return { ...finding, verdict: 'fail', sentence };
  if (!isKnown) return { ...finding, verdict: 'inconclusive', sentence };
  return { ...finding, verdict: 'pass', sentence: `${sentence}${similarityNote(comparison)}` };
}

function similarityNote({ basis }: Comparison): string {
  return basis === 'similarity'
    ? ' The basis is similarity: only a gross drop or more contradictions fail this gate.'
    : '';
}
