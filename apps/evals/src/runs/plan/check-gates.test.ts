import { parseGate } from '@fairtrial/contracts';
import { readText, scoreReply } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import type { PlannedInteraction, RunPlan } from '../../entities/run.ts';
import { checkBaselineAttempts, checkGates, withoutComparisons } from './check-gates.ts';
import { hasMetric, listMetrics } from './list-metrics.ts';

function plan(interaction: Partial<PlannedInteraction>, changes: Partial<RunPlan> = {}): RunPlan {
  const interactions = [exampleInteraction(interaction)];
  return examplePlan({ attempts: 3, scenarios: [exampleScenario({ interactions })], ...changes });
}

const CHECKS = [{ id: 'short', optional: undefined, max_words: 9 }];

describe('checkGates', () => {
  it('a baseline adds `no regression` unless a gate mentions regressions', () => {
    const cases = [
      [undefined, ['no regression']],
      [['overall >= 0.8'], ['overall >= 0.8', 'no regression']],
      [['No  Regression'], ['No  Regression']],
      [['no regression beyond 5%'], ['no regression beyond 5%']],
      [['allow regression'], ['allow regression']],
      [['allow failures'], ['allow failures', 'no regression']],
    ] as const;
    for (const [gates, expected] of cases) {
      assert.deepEqual(checkGates({ gates, hasBaseline: true }, plan({})), expected);
    }
    assert.deepEqual(checkGates({ gates: undefined, hasBaseline: false }, plan({})), []);
  });

  it('every gate that can never be decided is reported by its position', () => {
    const gates = ['answered >= 1', 'overal > 0', 'pass^k > 0'];
    assert.throws(
      () => checkGates({ gates, hasBaseline: false }, plan({})),
      ({ errors }: { errors: readonly { pointer: string }[] }) => {
        assert.deepEqual(
          errors.map(({ pointer }) => pointer),
          ['/gates/1', '/gates/2'],
        );
        return true;
      },
    );
  });

  it('a metric is only looked up in the scenarios of its gate', () => {
    const labelled = exampleScenario({
      id: 'labelled',
      interactions: [exampleInteraction({ reference_metadata: { intent: 'greet' } })],
    });
    const both = examplePlan({
      attempts: 2,
      scenarios: [exampleScenario({ id: 'bare' }), labelled],
    });
    const check = (gate: string) => checkGates({ gates: [gate], hasBaseline: false }, both);
    assert.doesNotThrow(() => check('metadata.intent >= 0.5'));
    assert.doesNotThrow(() => check('metadata.intent[lab*] >= 0.5'));
    assert.throws(() => check('metadata.intent[bare] >= 0.5'), /no turn is scored by/);
  });

  it('patterns that are expensive to match against the scenarios are rejected', () => {
    const scenarios = Array.from({ length: 1000 }, (_, at) =>
      exampleScenario({ id: `${at}`.padEnd(500, 'a'), name: `${at}`.padEnd(499, 'a') }),
    );
    const gates = Array.from({ length: 50 }, () => `overall[*${'a?'.repeat(90)}b*] >= 0.5`);
    const check = (changes: Partial<RunPlan>, asked = gates) =>
      checkGates({ gates: asked, hasBaseline: false }, plan({}, changes));
    assert.throws(
      () => check({ scenarios }),
      /takes too long \(50 patterns and ids and names of 999000 characters in all\)/,
    );
    const usual = scenarios.map((scenario, at) => ({ ...scenario, id: `bank-${at}`, name: 'a' }));
    assert.doesNotThrow(() => check({ scenarios: usual }, Array(50).fill('overall[bank-*] > 0')));
  });

  it('the error for an unknown metric lists only some metrics if a run has very many', () => {
    const labels = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`label-${at}`, at]));
    const labelled = plan({ reference_metadata: labels });
    const check = (gate: string) => checkGates({ gates: [gate], hasBaseline: false }, labelled);
    assert.doesNotThrow(() => check('metadata.label-4999 > 0'));
    assert.throws(
      () => check('metadata.label-5000 > 0'),
      ({ message }: Error) => {
        assert.match(message, /there are .* and \d+ others$/);
        return message.length < 2000;
      },
    );
  });

  it('gates need an interval: several attempts or several scenarios', () => {
    const scenarios = (count: number): Partial<RunPlan> => ({
      attempts: 1,
      scenarios: Array.from({ length: count }, (_, at) => exampleScenario({ id: `s${at}` })),
    });
    const check = (gate: string, count: number) => () =>
      checkGates(
        { gates: [gate, 'allow regression'], hasBaseline: true },
        plan({}, scenarios(count)),
      );
    assert.throws(check('overall >= 0.5', 1), /one attempt at 1 scenario says nothing/);
    assert.doesNotThrow(check('overall >= 0.5', 2));
    assert.throws(check('overall[s1] >= 0.5', 2), /one attempt at 1 scenario says nothing/);
    for (const gate of ['no regression', 'delta(overall) > 0']) {
      assert.throws(check(gate, 9), /one attempt at 9 scenarios says nothing/);
      assert.doesNotThrow(check(gate, 10));
    }
    for (const gate of ['answered >= 0.5', 'latency.p95 < 3s']) assert.doesNotThrow(check(gate, 1));
  });
});

it('a baseline with one attempt is rejected only for gates that compare', () => {
  const once = { id: 'x', plan: examplePlan({ attempts: 1 }) };
  assert.throws(() => checkBaselineAttempts(['overall > 0', 'no regression'], once), /one attempt/);
  assert.doesNotThrow(() => checkBaselineAttempts(['overall > 0', 'allow regression'], once));
  const often = { id: 'x', plan: examplePlan({ attempts: 2 }) };
  assert.doesNotThrow(() => checkBaselineAttempts(['no regression'], often));
});

it('withoutComparisons leaves out all gates that compare', () => {
  const gates = ['overall > 0', 'no regression', 'delta(overall) > 0', 'allow regression'];
  for (const gate of gates) assert.equal(parseGate(gate).state, 'parsed');
  assert.deepEqual(withoutComparisons(gates), ['overall > 0', 'allow regression']);
});

describe('listMetrics', () => {
  it('listMetrics returns exactly the metrics that score a reply', () => {
    const interactions: readonly Partial<PlannedInteraction>[] = [
      { reference_reply: '' },
      { reference_reply: 'It costs 5 euros.' },
      { reference_reply: '', reference_metadata: { intent: 'pay', amount: 5 } },
      { reference_reply: '', checks: CHECKS },
      { reference_reply: 'Yes, 5.', reference_metadata: { intent: 'pay' }, checks: CHECKS },
    ];
    for (const scorers of [undefined, ['overall'] as const, ['metadata', 'answered'] as const]) {
      for (const interaction of interactions) {
        const planned = plan(interaction, { scorers });
        const expected = exampleInteraction(interaction);
        const checked = (expected.checks ?? []).map(() => ({ passed: true, detail: '' }));
        const text = readText('It costs 5 euros.');
        const reply = { text, metadata: {}, absent: 'unknown', checked } as const;
        const { scores } = scoreReply(reply, expected, planned);
        assert.deepEqual([...listMetrics(planned)].toSorted(), Object.keys(scores).toSorted());
        for (const metric of [...Object.keys(scores), 'metadata.intent', 'checks.short', 'x']) {
          assert.equal(hasMetric(planned, metric), metric in scores, metric);
        }
      }
    }
  });

  it('listMetrics includes the scorers that call a model', () => {
    const judged = plan({}, { modelScorers: ['judge'] });
    assert.ok(listMetrics(judged).has('judge'));
    assert.ok(!listMetrics(judged).has('semantic_similarity'));
  });
});
