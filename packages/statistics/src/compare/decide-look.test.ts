import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScenarioPair } from './scenario-pair.ts';
import { seededRandom } from '../math/seeded-random.ts';
import { decideLook, type ScenarioDecision } from './decide-look.ts';
import { planLooks } from './plan-looks.ts';

const LOOKS = planLooks({ scenarios: 9, attempts: 20 });

/** Attempts that lie `spread` above and below the centre in turn. */
function attempts(centre: number, spread: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => centre + (at % 2 === 0 ? spread : -spread));
}

function scenario(change: number, spread: number, count = 6): ScenarioPair {
  return {
    baseline: attempts(0.7, spread, 20),
    candidate: attempts(0.7 + change, spread, count),
  };
}

/** Nine scenarios, of which the others are too noisy to be decided. */
function suite(...first: readonly ScenarioPair[]): readonly ScenarioPair[] {
  return [...first, ...Array.from({ length: 9 - first.length }, () => scenario(0, 0.3))];
}

const NONE: readonly ScenarioDecision[] = [];

describe('decideLook', () => {
  it('decides scenarios that changed, and those whose interval excludes a drop of .15', () => {
    const pairs = suite(scenario(-0.3, 0.05), scenario(0.3, 0.05), scenario(0, 0.05));
    const decisions = decideLook(pairs, { looks: LOOKS, look: 0, earlier: NONE });
    assert.deepEqual(
      decisions.map((decision) => decision?.result),
      ['regressed', 'improved', 'no_change_found', ...Array.from({ length: 6 }, () => undefined)],
    );
    assert.deepEqual(
      decisions.flatMap((decision) => decision?.look ?? []),
      [0, 0, 0],
    );
  });

  it('a scenario whose attempts are all alike is decided at the first look', () => {
    const [same, worse] = decideLook(suite(scenario(0, 0), scenario(-0.1, 0)), {
      looks: LOOKS,
      look: 0,
      earlier: NONE,
    });
    assert.equal(same?.result, 'no_change_found');
    assert.equal(worse?.result, 'regressed');
  });

  it('the last look decides all scenarios with enough attempts', () => {
    const few = { baseline: attempts(0.7, 0.1, 20), candidate: [0.7] };
    const decisions = decideLook(suite(few), { looks: LOOKS, look: 2, earlier: NONE });
    assert.deepEqual(
      decisions.map((decision) => decision?.result),
      [undefined, ...Array.from({ length: 8 }, () => 'no_change_found')],
    );
  });

  it('a scenario with fewer scored attempts than the first look requires stays open', () => {
    const short = suite(scenario(-0.3, 0.01, 5), scenario(-0.3, 0.01, 6));
    const [first, second] = decideLook(short, { looks: LOOKS, look: 0, earlier: NONE });
    assert.deepEqual([first, second?.result], [undefined, 'regressed']);
  });

  it('scenarios without a test count in the correction', () => {
    const changed = scenario(-0.165, 0.08);
    const untested = { baseline: [], candidate: [] };
    const options = { looks: LOOKS, look: 0, earlier: NONE };
    const [alone] = decideLook([changed], options);
    const [among] = decideLook([changed, ...Array.from({ length: 8 }, () => untested)], options);
    assert.equal(alone?.result, 'regressed');
    assert.equal(among, undefined);
  });

  const suites = fc.tuple(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(5, 8, 20, 40),
  );

  /** Plays a suite with random changes and noise, and returns the decisions of each look. */
  function play([seed, scenarios, most]: readonly [number, number, number]) {
    const random = seededRandom(seed);
    const looks = planLooks({ scenarios, attempts: most });
    const all = Array.from({ length: scenarios }, () => {
      const change = random() < 0.5 ? 0 : random() - 0.5;
      const noise = random() < 0.2 ? 0 : random() * 0.6;
      const draw = (centre: number) => centre + noise * (random() - 0.5);
      return {
        baseline: Array.from({ length: most }, () => draw(0.5)),
        candidate: Array.from({ length: most }, () => draw(0.5 + change)),
      };
    });
    let earlier: readonly (ScenarioDecision | undefined)[] = [];
    return looks.map((planned, look) => {
      const pairs = all.map(({ baseline, candidate }) => ({
        baseline,
        candidate: candidate.slice(0, planned.attempts),
      }));
      earlier = decideLook(pairs, { looks, look, earlier });
      return { planned, decisions: earlier };
    });
  }

  it('a decision never changes at a later look', () => {
    fc.assert(
      fc.property(suites, (given) => {
        const played = play(given);
        for (const [at, { decisions }] of played.slice(0, -1).entries()) {
          for (const [no, decision] of decisions.entries()) {
            if (decision !== undefined) assert.equal(played[at + 1]?.decisions[no], decision);
          }
        }
      }),
    );
  });

  it('a change is reported if its p is at most its level, which never exceeds the rate of its look', () => {
    fc.assert(
      fc.property(suites, (given) => {
        const played = play(given);
        for (const decision of played.at(-1)?.decisions ?? []) {
          if (decision === undefined) continue;
          const { look, result, p, level } = decision;
          assert.ok(level <= (played[look]?.planned.level ?? 0));
          if (result !== 'no_change_found') assert.ok(p <= level);
        }
      }),
    );
  });

  it('the order of the scenarios does not matter', () => {
    fc.assert(
      fc.property(suites, ([seed, scenarios]) => {
        const random = seededRandom(seed);
        const pairs = Array.from({ length: scenarios }, () => scenario(random() - 0.5, random()));
        const options = { looks: LOOKS, look: 0, earlier: NONE };
        const reversed = decideLook(pairs.toReversed(), options).toReversed();
        assert.deepEqual(reversed, decideLook(pairs, options));
      }),
    );
  });
});
