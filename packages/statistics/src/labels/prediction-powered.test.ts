import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mean, variance } from '../math/descriptive.ts';
import type { LabelledAttempt } from './labelled-attempt.ts';
import { estimateWithJudge } from './prediction-powered.ts';

const result = fc.boolean();
const labelledAttempt = fc.record({ judge: result, label: result });
const judgedAttempt = fc.record({ judge: result, label: fc.constant(undefined) });
const scenario = fc
  .tuple(
    fc.array(labelledAttempt, { minLength: 2, maxLength: 20 }),
    fc.array(judgedAttempt, { minLength: 1, maxLength: 20 }),
  )
  .map(([labelled, others]) => [...labelled, ...others]);
const suite = fc.array(scenario, { minLength: 1, maxLength: 5 });

/** The textbook formula for a given λ, scenario by scenario. */
function reference(
  scenarios: readonly (readonly LabelledAttempt[])[],
  lambda: number,
): { mean: number; variance: number } {
  const total = scenarios.flat().length;
  const sum = { mean: 0, variance: 0 };
  for (const attempts of scenarios) {
    const labelled = attempts.filter(({ label }) => label !== undefined);
    const others = attempts.filter(({ label }) => label === undefined);
    const judged = (each: readonly LabelledAttempt[]): number[] =>
      each.map(({ judge }) => Number(judge));
    const rectified = labelled.map(({ judge, label }) => Number(label) - lambda * Number(judge));
    const spread = variance(judged(attempts)) ?? 0;
    const share = attempts.length / total;
    sum.mean += share * (mean(rectified) + lambda * mean(judged(others)));
    sum.variance +=
      share ** 2 *
      ((variance(rectified) ?? 0) / labelled.length + (lambda ** 2 * spread) / others.length);
  }
  return sum;
}

describe('estimateWithJudge', () => {
  it('the variance equals the smallest of the textbook formula over λ between 0 and 1', () => {
    fc.assert(
      fc.property(suite, (scenarios) => {
        const grid = Array.from({ length: 101 }, (_, step) => reference(scenarios, step / 100));
        const best = grid.reduce((a, b) => (b.variance < a.variance ? b : a));
        const estimate = estimateWithJudge(scenarios);
        assert.ok(estimate.variance <= best.variance + 1e-12);
        assert.ok(estimate.variance >= best.variance - 1e-4);
        // Two means whose λ differ by at most a step of the grid.
        assert.ok(Math.abs(estimate.mean - best.mean) <= 1 / 100 + 1e-12);
      }),
    );
  });

  it('the estimate equals the mean of the labels if the judge passes every attempt', () => {
    fc.assert(
      fc.property(suite, (scenarios) => {
        const kind = scenarios.map((attempts) =>
          attempts.map(({ label }) => ({ judge: true, label })),
        );
        const expected = reference(kind, 0);
        const estimate = estimateWithJudge(kind);
        assert.ok(Math.abs(estimate.mean - expected.mean) < 1e-12);
        assert.ok(Math.abs(estimate.variance - expected.variance) < 1e-12);
      }),
    );
  });

  it('scenarios with a single label form one group, which is estimated like one scenario', () => {
    const labelled = fc.tuple(labelledAttempt, judgedAttempt);
    fc.assert(
      fc.property(fc.array(labelled, { minLength: 2, maxLength: 30 }), (scenarios) => {
        const apart = estimateWithJudge(scenarios);
        const together = estimateWithJudge([scenarios.flat()]);
        assert.ok(Math.abs(apart.mean - together.mean) < 1e-12);
        assert.ok(Math.abs(apart.variance - together.variance) < 1e-12);
      }),
    );
  });

  it('a label without a result of the judge counts in the mean of the labels', () => {
    const none = { judge: null, label: undefined };
    const estimate = estimateWithJudge([
      [
        { judge: null, label: true },
        { judge: null, label: false },
        { judge: null, label: true },
        none,
      ],
    ]);
    assert.equal(estimate.mean.toFixed(4), '0.6667');
    // (2/3 · 1/3 · 3/2) / 3
    assert.equal(estimate.variance.toFixed(4), '0.1111');
  });
});
