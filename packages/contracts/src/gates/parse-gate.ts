import { INPUT_LIMITS } from '../shared/input-limits.ts';

export type GateOperator = '>=' | '>' | '<=' | '<';

interface Bound {
  readonly operator: GateOperator;
  /** A score or share from 0 to 1, a difference of scores, or milliseconds. */
  readonly limit: number;
}

interface Measured extends Bound {
  readonly metric: string;
  /** Glob pattern (`*`, `?`) for the id or name of a scenario. All scenarios if undefined. */
  readonly scenarios: string | undefined;
}

export type GateRule =
  /** `beyond`: the largest accepted loss; the margin of the comparison if undefined. */
  | { readonly kind: 'no_regression'; readonly beyond: number | undefined }
  /** Removes the `no regression` gate that a baseline adds. */
  | { readonly kind: 'allow_regression' }
  /** Failed required checks do not fail the run. */
  | { readonly kind: 'allow_failures' }
  | (Measured & { readonly kind: 'score' })
  | (Measured & { readonly kind: 'delta' })
  | (Bound & { readonly kind: 'latency'; readonly quantile: 'p50' | 'p95' })
  /** `k` is the number of attempts if undefined. */
  | (Bound & { readonly kind: 'pass_hat'; readonly k: number | undefined });

export type ParsedGate =
  | { readonly state: 'parsed'; readonly rule: GateRule }
  | { readonly state: 'refused'; readonly detail: string };

type Limit = (text: string) => number | string;

const PARTS = /^([^<>=]*)(>=|<=|>|<)(.*)$/s;
const MEASURE = /^([^()[\]]+?)\s*(?:\[([^[\]]*)\])?$/;
const DELTA = /^delta\s*\((.*)\)$/is;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(%|ms|s)?$/;
const EXAMPLES =
  "'overall >= 0.8', 'overall[bank-*] >= 0.8', 'delta(overall) > -0.02', 'latency.p95 < 3s', 'answered >= 99%', 'pass^k >= 0.85', 'checks >= 0.9', 'no regression', 'no regression beyond 0.05', 'allow regression' or 'allow failures'";

/** The only parser of gates. */
export function parseGate(text: string): ParsedGate {
  const said = text.trim();
  const worded = parseWords(said);
  if (worded !== undefined) return worded;
  const parts = PARTS.exec(said);
  if (parts === null) {
    return refuse(`'${said}' is not a gate: write it like ${EXAMPLES}`);
  }
  const [, measure = '', operator = '', limit = ''] = parts;
  if (/^[<>=]/.test(limit)) {
    return refuse(`'${operator}${limit[0]}' is not an operator: use >=, >, <= or <`);
  }
  return parseMeasure(measure.trim(), {
    operator: operator as GateOperator,
    limit: limit.trim(),
  });
}

/** Parses gates without an operator. Returns `undefined` if the text is not one of them. */
function parseWords(said: string): ParsedGate | undefined {
  if (/^allow\s+regression$/i.test(said)) return parsed({ kind: 'allow_regression' });
  if (/^allow\s+failures$/i.test(said)) return parsed({ kind: 'allow_failures' });
  const [found, limit] = /^no\s+regression(?:\s+beyond\s+(.+))?$/i.exec(said) ?? [];
  if (found === undefined) return undefined;
  if (limit === undefined) return parsed({ kind: 'no_regression', beyond: undefined });
  const beyond = readShare(limit.trim());
  return typeof beyond === 'string' ? refuse(beyond) : parsed({ kind: 'no_regression', beyond });
}

function parsed(rule: GateRule): ParsedGate {
  return { state: 'parsed', rule };
}

type ReadMeasure = (measure: string) => Reading | undefined;

/** The limit parser and the rule constructor of a measure, or an error message. */
type Reading =
  | { readonly read: Limit; readonly toRule: (bound: Bound) => GateRule }
  | { readonly detail: string };

const MEASURES: readonly ReadMeasure[] = [readLatency, readPass, readMetric];

function parseMeasure(
  measure: string,
  { operator, limit }: { readonly operator: GateOperator; readonly limit: string },
): ParsedGate {
  if (measure === '') {
    return refuse(`the metric before ${operator} ${limit} is missing: write it like ${EXAMPLES}`);
  }
  const reading = firstOf(measure);
  if ('detail' in reading) return refuse(reading.detail);
  const value = reading.read(limit);
  if (typeof value === 'string') return refuse(value);
  return { state: 'parsed', rule: reading.toRule({ operator, limit: value }) };
}

function firstOf(measure: string): Reading {
  for (const read of MEASURES) {
    const reading = read(measure);
    if (reading !== undefined) return reading;
  }
  const detail = `'${measure}' is not a metric: write it like overall, overall[bank-*] or delta(overall)`;
  return { detail };
}

function readLatency(measure: string): Reading | undefined {
  if (!measure.startsWith('latency')) return undefined;
  const [, quantile] = /^latency\.(p50|p95)$/.exec(measure) ?? [];
  if (quantile !== 'p50' && quantile !== 'p95') {
    return { detail: `'${measure}' is not a metric: use latency.p50 or latency.p95` };
  }
  return { read: readDuration, toRule: (bound) => ({ kind: 'latency', quantile, ...bound }) };
}

function readPass(measure: string): Reading | undefined {
  if (!/^pass(?!_rate)/.test(measure)) return undefined;
  const [, power] = /^pass\s*\^\s*(k|[1-9]\d{0,3})$/.exec(measure) ?? [];
  if (power === undefined) {
    return {
      detail: `'${measure}' is not a metric: use pass_rate, pass^k or, for example, pass^5`,
    };
  }
  const k = power === 'k' ? undefined : Number(power);
  return { read: readShare, toRule: (bound) => ({ kind: 'pass_hat', k, ...bound }) };
}

function readMetric(measure: string): Reading | undefined {
  const inner = DELTA.exec(measure)?.[1];
  const [, metric, scenarios] = MEASURE.exec((inner ?? measure).trim()) ?? [];
  if (metric === undefined) return undefined;
  if (scenarios !== undefined && scenarios.length > INPUT_LIMITS.pattern_chars) {
    return {
      detail: `the pattern between [ and ] must have at most ${INPUT_LIMITS.pattern_chars} characters`,
    };
  }
  if (scenarios?.trim() === '')
    return { detail: `'${measure}' has no scenario pattern between [ and ]` };
  const of = { metric: metric.trim(), scenarios: scenarios?.trim() };
  return inner === undefined
    ? { read: readShare, toRule: (bound) => ({ kind: 'score', ...of, ...bound }) }
    : { read: readDifference, toRule: (bound) => ({ kind: 'delta', ...of, ...bound }) };
}

function readShare(text: string): number | string {
  const value = readScore(text);
  if (typeof value === 'string') return value;
  if (value >= 0 && value <= 1) return value;
  const hint = value > 1 && value <= 100 && !text.endsWith('%') ? `; did you mean ${value}%?` : '';
  return `the limit '${text}' is not between 0 and 1${hint}`;
}

function readDifference(text: string): number | string {
  const value = readScore(text);
  if (typeof value === 'string') return value;
  return Math.abs(value) <= 1 ? value : `the limit '${text}' is not between -1 and 1`;
}

function readScore(text: string): number | string {
  const [, number, unit] = NUMBER.exec(text) ?? [];
  if (number === undefined) return `'${text}' is not a number: write it like 0.8 or 80%`;
  if (unit === undefined) return Number(number);
  return unit === '%'
    ? Number(number) / 100
    : `a score has no unit ${unit}: write it like 0.8 or 80%`;
}

function readDuration(text: string): number | string {
  const [, number, unit] = NUMBER.exec(text) ?? [];
  const isTime = unit === 's' || unit === 'ms';
  if (number === undefined || !isTime || Number(number) < 0) {
    return `'${text}' is not a duration: write it like 3s or 800ms`;
  }
  return unit === 's' ? Number(number) * 1000 : Number(number);
}

function refuse(detail: string): ParsedGate {
  return { state: 'refused', detail };
}
