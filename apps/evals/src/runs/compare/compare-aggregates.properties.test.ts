import {
  ChangedPart,
  type Check,
  type Comparison,
  type ComparisonVerdict,
  type GeneralVerdict,
  type ScenarioVerdict,
} from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedInteraction, PlannedScenario } from '../../entities/run.ts';
import { compareGrids, runWithScores, type ScoreGrid } from '../../testing/example-aggregates.ts';

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

describe('compareAggregates for any changed scenarios', () => {
  it('changing k of n scenarios gives the comparison of the other n - k, and lists the k', () => {
    const two = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }))
      .chain((size) =>
        fc.tuple(
          anyGrid(size),
          anyGrid(size),
          fc.array(fc.constantFrom<Change>(...CHANGES), { minLength: size[0], maxLength: size[0] }),
        ),
      );
    fc.assert(
      fc.property(two, ([old, now, changes]) => {
        const scenarios = runWithScores(now).plan.scenarios;
        const edited = scenarios.map((one, at) => edit(one, changes[at] ?? null));
        const all = compareGrids(old, now, [
          runWithScores(old),
          runWithScores(now, { scenarios: edited }),
        ]);
        const isKept = (_: unknown, at: number): boolean => changes[at] === null;
        const rest = { scenarios: scenarios.filter(isKept), attempts: old[0]?.length ?? 1 };
        const [oldRest, nowRest] = [old.filter(isKept), now.filter(isKept)];
        const kept = compareGrids(oldRest, nowRest, [
          runWithScores(oldRest, rest),
          runWithScores(nowRest, rest),
        ]);
        if (oldRest.length > 0) assert.deepEqual(findingsOf(all), findingsOf(kept));
        else assert.equal(all.headline.title, 'nothing could be compared');
        assert.deepEqual(
          all.changed.map(({ baseline, candidate, parts }) => [baseline, candidate, parts]),
          changes.flatMap((part, at) => (part === null ? [] : [[at, at, [part]]])),
        );
      }),
    );
  });
});

type Change = ChangedPart | null;
const CHANGES: readonly Change[] = [null, null, null, ...ChangedPart.options];

function edit(scenario: PlannedScenario, part: Change): PlannedScenario {
  const [first, ...others] = scenario.interactions;
  assert.ok(first);
  const check: Check = { id: undefined, optional: undefined, max_words: 3 };
  const edits: Readonly<Record<Exclude<ChangedPart, 'user'>, Partial<PlannedInteraction>>> = {
    messages: { user_message: `${first.user_message}?` },
    references: { reference_reply: 'Bye' },
    labels: { reference_metadata: { intent: 'greet' } },
    checks: { checks: [check] },
  };
  return {
    ...scenario,
    name: 'another name',
    ...(part === 'user' && { user: { goal: 'Say hello', facts: {}, max_turns: 3 } }),
    interactions: [
      { ...first, id: 'new id', ...(part && part !== 'user' && edits[part]) },
      ...others,
    ],
  };
}

/** Everything in a comparison that scores decide, without positions and names. */
function findingsOf(comparison: Comparison): unknown {
  const { headline, metrics, passes, labels, compared, contradictions, basis } = comparison;
  const deltas = comparison.scenarios.map(({ scenario_id, baseline, candidate, delta }) => [
    scenario_id,
    baseline,
    candidate,
    delta,
  ]);
  const turns = comparison.interactions.map(({ scenario_id, delta, ci95 }) => [
    scenario_id,
    delta,
    ci95,
  ]);
  const decided = [headline.result, headline.status, headline.exit_code, headline.title];
  const found = { metrics, passes, labels, compared, contradictions, basis };
  return [found, decided, verdictsOf(comparison), deltas, turns];
}

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
