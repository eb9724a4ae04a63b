import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseGate, type GateRule } from './parse-gate.ts';

function ruleOf(text: string): GateRule {
  const parsed = parseGate(text);
  assert.ok(parsed.state === 'parsed', text);
  return parsed.rule;
}

function parseFault(text: string): string {
  const parsed = parseGate(text);
  assert.ok(parsed.state === 'refused', text);
  return parsed.detail;
}

function print(rule: GateRule, gap: string): string {
  if (rule.kind === 'allow_regression' || rule.kind === 'allow_failures') {
    return rule.kind.replace('_', `${gap} `);
  }
  if (rule.kind === 'no_regression') {
    const beyond = rule.beyond === undefined ? '' : ` beyond${gap} ${rule.beyond}`;
    return `no${gap} regression${beyond}`;
  }
  const limit = rule.kind === 'latency' ? `${rule.limit}ms` : String(rule.limit);
  return [measureOf(rule), rule.operator, limit].join(gap);
}

function measureOf(rule: Extract<GateRule, { operator: string }>): string {
  if (rule.kind === 'latency') return `latency.${rule.quantile}`;
  if (rule.kind === 'pass_hat') return `pass^${rule.k ?? 'k'}`;
  const of = rule.metric + (rule.scenarios === undefined ? '' : `[${rule.scenarios}]`);
  return rule.kind === 'delta' ? `delta(${of})` : of;
}

const operator = fc.constantFrom('>=' as const, '>' as const, '<=' as const, '<' as const);
const share = fc.integer({ min: 0, max: 10_000 }).map((tenths) => tenths / 10_000);
const metric = fc.stringMatching(/^(overall|answered|metadata\.[a-zé_ -]{0,8}[a-z])$/);
const scenarios = fc.option(fc.stringMatching(/^[a-z*?-]{1,9}$/), { nil: undefined });
const rule: fc.Arbitrary<GateRule> = fc.oneof(
  fc.record({
    kind: fc.constant('no_regression' as const),
    beyond: fc.option(share, { nil: undefined }),
  }),
  fc.constantFrom({ kind: 'allow_regression' as const }, { kind: 'allow_failures' as const }),
  fc.record({ kind: fc.constant('score' as const), metric, scenarios, operator, limit: share }),
  fc.record({
    kind: fc.constant('delta' as const),
    metric,
    scenarios,
    operator,
    limit: share.map((value) => value - 0.5).map((value) => Math.round(value * 1e4) / 1e4),
  }),
  fc.record({
    kind: fc.constant('latency' as const),
    quantile: fc.constantFrom('p50' as const, 'p95' as const),
    operator,
    limit: fc.nat(100_000),
  }),
  fc.record({
    kind: fc.constant('pass_hat' as const),
    k: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined }),
    operator,
    limit: share,
  }),
);

describe('parseGate', () => {
  it('parses the gates in the documentation', () => {
    const all = { metric: 'overall', scenarios: undefined };
    assert.deepEqual(ruleOf('overall>=0.8'), { kind: 'score', ...all, operator: '>=', limit: 0.8 });
    assert.deepEqual(ruleOf('pass^k>=0.85'), {
      kind: 'pass_hat',
      k: undefined,
      operator: '>=',
      limit: 0.85,
    });
    const intent = { kind: 'score', metric: 'metadata.intent', scenarios: undefined };
    assert.deepEqual(ruleOf('metadata.intent>=0.9'), { ...intent, operator: '>=', limit: 0.9 });
    const latency = { kind: 'latency', quantile: 'p95', operator: '<', limit: 3000 };
    assert.deepEqual(ruleOf('latency.p95<3s'), latency);
    assert.deepEqual(ruleOf('latency.p95 < 3000ms'), latency);
    const answered = { kind: 'score', metric: 'answered', scenarios: undefined };
    assert.deepEqual(ruleOf('answered>=99%'), { ...answered, operator: '>=', limit: 0.99 });
    const bank = { kind: 'score', metric: 'overall', scenarios: 'bank-*' };
    assert.deepEqual(ruleOf('overall[bank-*]>=0.8'), { ...bank, operator: '>=', limit: 0.8 });
    const delta = { kind: 'delta', ...all, operator: '>', limit: -0.02 };
    assert.deepEqual(ruleOf('delta(overall)>-0.02'), delta);
    assert.deepEqual(ruleOf(' delta( overall ) > -2% '), delta);
    assert.deepEqual(ruleOf('No regression'), { kind: 'no_regression', beyond: undefined });
    assert.deepEqual(ruleOf('no regression beyond 5%'), { kind: 'no_regression', beyond: 0.05 });
    assert.deepEqual(ruleOf('allow regression'), { kind: 'allow_regression' });
    assert.deepEqual(ruleOf('allow failures'), { kind: 'allow_failures' });
  });

  it('explains what is wrong and how to write it', () => {
    const cases = [
      ['', /'' is not a gate.*'overall >= 0.8'/],
      ['overall', /'overall' is not a gate/],
      ['overall = 0.8', /is not a gate/],
      ['overall >== 0.8', /'>==' is not an operator: use >=, >, <= or </],
      ['>= 0.8', /the metric before >= 0.8 is missing/],
      ['overall >= 80', /not between 0 and 1; did you mean 80%\?/],
      ['overall >= 800%', /not between 0 and 1$/],
      ['overall >= good', /'good' is not a number: write it like 0.8 or 80%/],
      ['overall >=', /'' is not a number/],
      ['overall >= 3s', /a score has no unit s/],
      ['overall >= -0.1', /not between 0 and 1/],
      ['delta(overall) > -2', /not between -1 and 1/],
      ['latency.p95 < 3', /'3' is not a duration: write it like 3s or 800ms/],
      ['latency.p99 < 3s', /use latency.p50 or latency.p95/],
      ['pass^0 >= 1', /use pass_rate, pass\^k or, for example, pass\^5/],
      ['overall[] >= 0.8', /has no scenario pattern between \[ and \]/],
      ['overall[a]b >= 0.8', /is not a metric/],
      ['delta() > 0', /is not a metric/],
      ['no regression beyond much', /'much' is not a number/],
    ] as const;
    for (const [text, expected] of cases) assert.match(parseFault(text), expected, text);
  });

  it('parses every printed rule back, with or without spaces', () => {
    fc.assert(
      fc.property(rule, fc.constantFrom('', ' ', '  '), (written, gap) => {
        assert.deepEqual(ruleOf(print(written, gap)), { ...written });
      }),
    );
  });

  it('never throws, and refuses invalid text with a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const parsed = parseGate(text);
        assert.ok(parsed.state === 'parsed' || parsed.detail.length > 0);
      }),
    );
  });
});
