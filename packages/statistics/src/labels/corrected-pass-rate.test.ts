import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../math/seeded-random.ts';
import { wilsonInterval } from '../math/wilson.ts';
import { correctedPassRate } from './corrected-pass-rate.ts';
import type { LabelledAttempt } from './labelled-attempt.ts';

const attempt = fc.record({
  judge: fc.option(fc.boolean()),
  label: fc.option(fc.boolean(), { nil: undefined }),
});
const suite = fc.array(fc.array(attempt, { maxLength: 60 }), { maxLength: 8 });

function repeat(times: number, result: LabelledAttempt): LabelledAttempt[] {
  return Array.from({ length: times }, () => result);
}

/** A scenario of which the first attempts are labelled, with a judge that is right in nine of ten attempts. */
function judgedScenario(attempts: number, labelled: number, seed: number): LabelledAttempt[] {
  const random = seededRandom(seed);
  return Array.from({ length: attempts }, (_, no) => {
    const passed = random() < 0.7;
    return { judge: random() < 0.9 ? passed : !passed, label: no < labelled ? passed : undefined };
  });
}

describe('correctedPassRate', () => {
  it('without labels there is no corrected pass rate', () => {
    assert.equal(correctedPassRate([]), undefined);
    assert.equal(correctedPassRate([repeat(5, { judge: true, label: undefined })]), undefined);
  });

  it('labels of one scenario give Wilson’s interval: .640 to .948 for 17 of 20', () => {
    const corrected = correctedPassRate([
      [
        ...repeat(17, { judge: false, label: true }),
        ...repeat(3, { judge: null, label: false }),
        ...repeat(100, { judge: true, label: undefined }),
      ],
    ]);
    assert.ok(corrected);
    const { rate, interval95, ...others } = corrected;
    assert.equal(rate.toFixed(2), '0.85');
    assert.deepEqual(
      interval95.map((end) => end.toFixed(3)),
      ['0.640', '0.948'],
    );
    assert.deepEqual(others, { labelled: 20, fails: 3, method: 'labels' });
  });

  it('labels count by the attempts of their scenario, and unequal weights widen the interval', () => {
    const corrected = correctedPassRate([
      [
        ...repeat(10, { judge: null, label: true }),
        ...repeat(80, { judge: null, label: undefined }),
      ],
      repeat(10, { judge: null, label: false }),
    ]);
    assert.equal(corrected?.rate.toFixed(2), '0.90');
    // Weights 9 and 1 of ten attempts each: 100² / (10 · 81 + 10 · 1) = 12.2 attempts.
    const size = 100 ** 2 / 820;
    const expected = wilsonInterval(0.9 * size, size);
    assert.ok(Math.abs(corrected.interval95[0] - (expected?.[0] ?? 0)) < 1e-12);
    assert.ok(Math.abs(corrected.interval95[1] - (expected?.[1] ?? 0)) < 1e-12);
  });

  it('PPI++ is used from 100 labelled attempts and 10 fails on', () => {
    const methodOf = (passes: number, fails: number): string | undefined =>
      correctedPassRate([
        [
          ...repeat(passes, { judge: true, label: true }),
          ...repeat(fails, { judge: false, label: false }),
          ...repeat(50, { judge: true, label: undefined }),
        ],
      ])?.method;
    assert.equal(methodOf(90, 10), 'ppi');
    assert.equal(methodOf(89, 10), 'labels');
    assert.equal(methodOf(91, 9), 'labels');
  });

  it('labels alone are used if the judge graded no unlabelled attempt', () => {
    const labels = judgedScenario(120, 120, 1);
    assert.equal(correctedPassRate([labels])?.method, 'labels');
    const ungraded = repeat(200, { judge: null, label: undefined });
    assert.equal(correctedPassRate([[...labels, ...ungraded]])?.method, 'labels');
  });

  it('a good judge narrows the interval, and a judge with random results hardly changes it', () => {
    const good = judgedScenario(1000, 150, 2);
    const random = seededRandom(3);
    const useless = good.map(({ label }) => ({ judge: random() < 0.5, label }));
    const alone = good.slice(0, 150);
    const widthOf = (scenario: readonly LabelledAttempt[]): number => {
      const [low, high] = correctedPassRate([scenario])?.interval95 ?? [0, 1];
      return high - low;
    };
    assert.ok(widthOf(good) < 0.8 * widthOf(alone));
    assert.ok(Math.abs(widthOf(useless) / widthOf(alone) - 1) < 0.03);
  });

  it('a judge that agrees with all labels does not make the rate certain', () => {
    const random = seededRandom(4);
    const scenario = Array.from({ length: 20_000 }, (_, no) => {
      const judge = random() < 0.8;
      return { judge, label: no < 100 ? judge : undefined };
    });
    const [low, high] = correctedPassRate([scenario])?.interval95 ?? [0, 0];
    assert.ok(high - low > 0.03 && high - low < 0.06);
  });

  it('a run of which all labels are fails has a rate of 0 and an interval', () => {
    const corrected = correctedPassRate([
      [
        ...repeat(100, { judge: true, label: false }),
        ...repeat(100, { judge: true, label: undefined }),
      ],
    ]);
    assert.deepEqual([corrected?.rate, corrected?.interval95], [0, wilsonInterval(0, 100)]);
  });

  it('the corrected interval lies within [0, 1], contains the rate and does not depend on the order', () => {
    fc.assert(
      fc.property(suite, (scenarios) => {
        const corrected = correctedPassRate(scenarios);
        const labels = scenarios.flat().filter(({ label }) => label !== undefined);
        assert.equal(corrected?.labelled ?? 0, labels.length);
        if (corrected === undefined) return;
        const [low, high] = corrected.interval95;
        const { rate } = corrected;
        assert.ok(0 <= low && low <= rate + 1e-12 && rate - 1e-12 <= high && high <= 1);
        assert.ok(low < high);
        const reversed = correctedPassRate(scenarios.toReversed().map((each) => each.toReversed()));
        assert.ok(Math.abs((reversed?.rate ?? 2) - rate) < 1e-9);
        assert.ok(Math.abs((reversed?.interval95[0] ?? 2) - low) < 1e-9);
      }),
    );
  });
});
