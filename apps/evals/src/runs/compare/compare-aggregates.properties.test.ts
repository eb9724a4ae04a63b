import type {
  Comparison,
  ComparisonVerdict,
  GeneralVerdict,
  ScenarioVerdict,
} from '@assay/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareGrids, type ScoreGrid } from '../../testing/example-aggregates.ts';

const score = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
const shape = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }));
const anyGrid = ([scenarios, attempts]: readonly [number, number]): fc.Arbitrary<ScoreGrid> => {
  const all = { minLength: attempts, maxLength: attempts };
  const each = fc.array(fc.array(score, { minLength: 2, maxLength: 2 }), all);
  return fc.array(each, { minLength: scenarios, maxLength: scenarios });
};

describe('compareAggregates for any scores', () => {
  it('a run never regresses or improves against itself', () => {
    fc.assert(
      fc.property(shape.chain(anyGrid), (grid) => {
        for (const verdict of verdictsOf(compareGrids(grid, grid))) {
          assert.ok(
            ['same', 'inconclusive', 'no_change_found', undefined].includes(verdict?.result),
          );
          assert.ok((verdict?.delta ?? 0) === 0);
        }
      }),
    );
  });

  it('swapping baseline and candidate reverses the verdict', () => {
    const two = shape.chain((size) => fc.tuple(anyGrid(size), anyGrid(size)));
    fc.assert(
      fc.property(two, ([old, now]) => {
        const there = verdictsOf(compareGrids(old, now));
        const back = verdictsOf(compareGrids(now, old));
        for (const [at, one] of there.entries()) assertOpposite(one, back[at]);
      }),
    );
  });
});

type Verdict = ComparisonVerdict | GeneralVerdict | ScenarioVerdict | null;

function verdictsOf({ on_this_suite, in_general, scenarios }: Comparison): readonly Verdict[] {
  return [on_this_suite, in_general, ...scenarios.map(({ verdict }) => verdict)];
}

const OPPOSITE = {
  regressed: 'improved',
  slightly_worse: 'slightly_better',
  same: 'same',
  slightly_better: 'slightly_worse',
  improved: 'regressed',
  inconclusive: 'inconclusive',
  no_change_found: 'no_change_found',
} as const;

function assertOpposite(one: Verdict, other: Verdict | undefined): void {
  if (one === null) {
    assert.equal(other, null);
    return;
  }
  assert.ok(other);
  assert.equal(other.result, OPPOSITE[one.result]);
  assert.equal(additionalIn(other), additionalIn(one));
  assert.ok(Math.abs(other.p - one.p) < 2e-4);
  // Halves are rounded up on both sides of 0.
  assert.ok(Math.abs(one.delta + other.delta) < 2e-4);
  const [low = 0, high = 0] = one.interval ?? [];
  const [otherLow = 0, otherHigh = 0] = other.interval ?? [];
  assert.ok(Math.abs(low + otherHigh) < 2e-4 && Math.abs(high + otherLow) < 2e-4);
}

function additionalIn(verdict: NonNullable<Verdict>): number | null {
  if ('additional_attempts' in verdict) return verdict.additional_attempts;
  return 'additional_scenarios' in verdict ? verdict.additional_scenarios : null;
}
