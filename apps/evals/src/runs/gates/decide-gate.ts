import { parseGate, type GateFinding, type GateOperator, type GateWord } from '@assay/contracts';
import { roundInterval } from '../compare/to-verdict.ts';
import { round } from '../summary/rounding.ts';
import { decideRegression } from './decide-regression.ts';
import type { GateData } from './gate-data.ts';
import { findInsufficientData } from './find-insufficient-data.ts';
import { measureGate, type BoundRule } from './measure-gate.ts';
import type { Measurement } from './measurement.ts';

/** What became of one gate. */
export function decideGate(gate: string, evidence: GateData): GateFinding {
  const parsed = parseGate(gate);
  if (parsed.state === 'refused') throw new Error(`'${gate}' was stored: ${parsed.detail}`);
  const { rule } = parsed;
  const doubt = findInsufficientData(rule, evidence);
  if (rule.kind === 'no_regression') return decideRegression(gate, evidence, doubt);
  return decideBound(gate, rule, { measured: measureGate(rule, evidence), doubt });
}

interface Weighed {
  readonly measured: Measurement;
  readonly doubt: string | undefined;
}

function decideBound(gate: string, rule: BoundRule, { measured, doubt }: Weighed): GateFinding {
  const { limit } = rule;
  if (measured.state === 'unmeasured') {
    const sentence = `Nothing to decide on: ${measured.why}.`;
    return { gate, verdict: 'inconclusive', value: null, interval: null, limit, sentence };
  }
  const { value, interval, isFact } = measured;
  const range = isFact ? ([value, value] as const) : interval;
  const verdict = doubt === undefined ? wordFor(range, rule) : 'inconclusive';
  const why = doubt ?? (range === undefined ? 'one attempt says nothing of its noise' : undefined);
  return {
    gate,
    verdict,
    value: round(value),
    interval: isFact ? null : roundInterval(interval),
    limit,
    sentence: `${describe(rule, measured)} ${reasonFor(verdict, rule, why)}`,
  };
}

function wordFor(
  range: readonly [number, number] | undefined,
  { operator, limit }: BoundRule,
): GateWord {
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

function describe(
  rule: BoundRule,
  { value, interval, isFact }: Extract<Measurement, { state: 'measured' }>,
): string {
  const show = (number: number): string => showIn(rule, number);
  const range = isFact || !interval ? '' : ` [${show(interval[0])}, ${show(interval[1])}]`;
  return `${nameOf(rule)} is ${show(value)}${range};`;
}

function reasonFor(verdict: GateWord, rule: BoundRule, why: string | undefined): string {
  const asked = `${rule.operator} ${showIn(rule, rule.limit)}`;
  if (verdict === 'pass') return `${asked} holds.`;
  if (verdict === 'fail') return `${asked} is asked for.`;
  return why === undefined
    ? `the interval reaches to both sides of ${showIn(rule, rule.limit)}: more attempts would narrow it.`
    : `${asked} stays open: ${why}.`;
}

function nameOf(rule: BoundRule): string {
  if (rule.kind === 'latency') return `latency.${rule.quantile}`;
  if (rule.kind === 'pass_hat') return `pass^${rule.k ?? 'k'}`;
  const of = rule.scenarios === undefined ? '' : ` of ${rule.scenarios}`;
  return rule.kind === 'delta' ? `The change of ${rule.metric}${of}` : `${rule.metric}${of}`;
}

function showIn({ kind }: BoundRule, value: number): string {
  if (kind === 'latency')
    return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
  return String(round(value));
}
