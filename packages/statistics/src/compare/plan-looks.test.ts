import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planLooks } from './plan-looks.ts';

function attemptsOf(scenarios: number, attempts: number): readonly number[] {
  return planLooks({ scenarios, attempts }).map((look) => look.attempts);
}

describe('planLooks', () => {
  it('the first look of 6 to 20 scenarios is after 6 attempts, the next after 10 and 20', () => {
    assert.deepEqual(attemptsOf(6, 20), [6, 10, 20]);
    assert.deepEqual(attemptsOf(20, 20), [6, 10, 20]);
    assert.deepEqual(attemptsOf(5, 20), [5, 10, 20]);
    assert.deepEqual(attemptsOf(21, 20), [7, 10, 20]);
  });

  it('the last look is after all attempts', () => {
    assert.deepEqual(attemptsOf(9, 5), [5]);
    assert.deepEqual(attemptsOf(9, 6), [6]);
    assert.deepEqual(attemptsOf(9, 8), [6, 8]);
    assert.deepEqual(attemptsOf(9, 12), [6, 10, 12]);
    assert.deepEqual(attemptsOf(9, 50), [6, 10, 20, 50]);
  });

  it('three looks have the error rates .01, .015 and .025', () => {
    const rates = planLooks({ scenarios: 9, attempts: 20 }).map(({ level }) => level);
    assert.deepEqual(rates, [0.01, 0.015, 0.025]);
  });

  const planned = fc.record({
    scenarios: fc.integer({ min: 1, max: 100_000 }),
    attempts: fc.integer({ min: 1, max: 1000 }),
  });

  it('the error rates of all looks add up to 5 %, and never decrease', () => {
    fc.assert(
      fc.property(planned, (given) => {
        const rates = planLooks(given).map(({ level }) => level);
        assert.ok(Math.abs(rates.reduce((sum, rate) => sum + rate, 0) - 0.05) < 1e-12);
        assert.deepEqual(
          rates,
          rates.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('each look has more attempts than the one before', () => {
    fc.assert(
      fc.property(planned, (given) => {
        const attempts = planLooks(given).map((look) => look.attempts);
        assert.equal(attempts.at(-1), given.attempts);
        assert.ok(attempts.every((count, at) => at === 0 || count > (attempts[at - 1] ?? 0)));
      }),
    );
  });

  it('an early look has enough attempts for a verdict: ⌈log₂(200 · scenarios) / 2⌉', () => {
    fc.assert(
      fc.property(planned, ({ scenarios, attempts }) => {
        const [first] = planLooks({ scenarios, attempts });
        const needed = Math.ceil(Math.log2(200 * scenarios) / 2);
        assert.equal(first?.attempts, Math.min(needed, attempts));
      }),
    );
  });
});
