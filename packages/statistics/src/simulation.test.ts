/**
 * Do the intervals and verdicts keep their promises? Seeded, so that a run is a fact and not a lottery;
 * with 2,000 trials a share of 5 % has a standard error of 0.5.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareRuns } from './compare-runs.ts';
import { compareScenarios } from './compare-scenarios.ts';
import {
  generalDifference,
  pValue,
  suiteDifference,
  type Difference,
  type ScenarioPair,
} from './difference.ts';
import { generalMean, suiteMean } from './mean-interval.ts';
import { seededRandom } from './seeded-random.ts';
import type { Verdict } from './verdict.ts';

const TRIALS = 2000;

/** Scenarios, and attempts at each on both sides. */
type Size = readonly [number, number];

interface Shape {
  readonly name: string;
  readonly mean: number;
  readonly draw: (random: () => number) => number;
}

const NORMAL: Shape = {
  name: 'normal (sd 0.1)',
  mean: 0.7,
  draw: (random) =>
    0.7 + 0.1 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
};

/** The second largest of nine uniform numbers is Beta(8, 2); its sd is 0.12. */
const BETA: Shape = {
  name: 'Beta(8, 2)',
  mean: 0.8,
  draw: (random) => {
    let largest = 0;
    let second = 0;
    for (let no = 0; no < 9; no += 1) {
      const value = random();
      second = Math.max(second, Math.min(largest, value));
      largest = Math.max(largest, value);
    }
    return second;
  },
};

/** Exact match on a model that is right four times in five: the hardest for a t test. */
const RIGHT_OR_WRONG: Shape = {
  name: 'right or wrong (80 %)',
  mean: 0.8,
  draw: (random) => (random() < 0.8 ? 1 : 0),
};

function attempts(shape: Shape, n: number, random: () => number): readonly number[] {
  return Array.from({ length: n }, () => shape.draw(random));
}

function share(trial: () => boolean): number {
  let hits = 0;
  for (let no = 0; no < TRIALS; no += 1) if (trial()) hits += 1;
  return hits / TRIALS;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function holds(interval: readonly [number, number] | undefined, value: number): boolean {
  return interval !== undefined && interval[0] <= value && value <= interval[1];
}

function isAlarm(verdict: Verdict | undefined): boolean {
  return verdict?.result === 'regressed' || verdict?.result === 'improved';
}

describe('95 % intervals cover the truth in 92 to 98 of 100 runs', () => {
  for (const shape of [NORMAL, BETA]) {
    for (const n of [5, 10, 30]) {
      it(`${shape.name}, ${n} attempts`, (t) => {
        const random = seededRandom(1);
        const covered = (scenarios: number): number =>
          share(() => {
            const suite = Array.from({ length: scenarios }, () => attempts(shape, n, random));
            return holds(suiteMean(suite).ci95, shape.mean);
          });
        const [one, nine, thirty] = [covered(1), covered(9), covered(30)];
        t.diagnostic(
          `${shape.name}, ${n} attempts: scenario ${percent(one)}, 9 scenarios ${percent(nine)}, 30 scenarios ${percent(thirty)}`,
        );
        for (const rate of [one, nine, thirty]) assert.ok(rate >= 0.92 && rate <= 0.98);
      });
    }

    for (const scenarios of [9, 30]) {
      it(`${shape.name} in general, ${scenarios} scenarios`, (t) => {
        const random = seededRandom(2);
        // Each scenario has a difficulty of its own, and its attempts scatter around that.
        const rate = share(() => {
          const suite = Array.from({ length: scenarios }, () => {
            const own = shape.draw(random);
            return attempts(NORMAL, 3, random).map((score) => own + (score - NORMAL.mean) / 2);
          });
          return holds(generalMean(suite).ci95, shape.mean);
        });
        t.diagnostic(`${shape.name}, in general, ${scenarios} scenarios: ${percent(rate)}`);
        assert.ok(rate >= 0.92 && rate <= 0.98);
      });
    }
  }
});

/** How often each of the named things happened. */
function shares<Name extends string>(trial: () => Record<Name, boolean>): Map<string, number> {
  const hits = new Map<string, number>();
  for (let no = 0; no < TRIALS; no += 1) {
    for (const [name, hit] of Object.entries<boolean>(trial())) {
      hits.set(name, (hits.get(name) ?? 0) + Number(hit));
    }
  }
  return new Map([...hits].map(([name, count]) => [name, count / TRIALS]));
}

function shown(rates: ReadonlyMap<string, number>): string {
  return [...rates].map(([name, rate]) => `${name} ${percent(rate)}`).join(', ');
}

function pairsOf(shape: Shape, [scenarios, n]: Size, random: () => number): ScenarioPair[] {
  return Array.from({ length: scenarios }, () => ({
    baseline: attempts(shape, n, random),
    candidate: attempts(shape, n, random),
  }));
}

function isSignificant(difference: Difference | undefined): boolean {
  return difference !== undefined && pValue(difference) < 0.05;
}

describe('where nothing changed, at most 6 of 100 comparisons raise an alarm', () => {
  const sizes: readonly Size[] = [
    [9, 2],
    [9, 5],
    [30, 5],
  ];
  for (const shape of [NORMAL, BETA, RIGHT_OR_WRONG]) {
    for (const size of sizes) {
      it(`${shape.name}, ${size[0]} scenarios of ${size[1]} attempts`, (t) => {
        const random = seededRandom(3);
        const rates = shares(() => {
          const pairs = pairsOf(shape, size, random);
          // The suite's interval excludes 0 where p is below .05, which costs less to find out.
          return {
            'on this suite': isSignificant(suiteDifference(pairs)),
            'in general': isSignificant(generalDifference(pairs)),
            'any scenario': compareScenarios(pairs, 1).some(isAlarm),
          };
        });
        t.diagnostic(`${shape.name}, ${size.join(' × ')}: ${shown(rates)}`);
        for (const rate of rates.values()) assert.ok(rate <= 0.06);
      });
    }
  }
});

describe('power at a planted drop of 0.1, 9 scenarios of 5 attempts', () => {
  const drop = ({ baseline, candidate }: ScenarioPair): ScenarioPair => ({
    baseline,
    candidate: candidate.map((score) => score - 0.1),
  });

  for (const shape of [NORMAL, BETA]) {
    it(shape.name, (t) => {
      const random = seededRandom(4);
      const rates = shares(() => {
        const pairs = pairsOf(shape, [9, 5], random);
        const options = { margin: 1, random };
        const all = compareRuns(pairs.map(drop), options);
        const one = compareRuns([...pairs.slice(0, 1).map(drop), ...pairs.slice(1)], options);
        return {
          'all fell: on this suite': all.onThisSuite?.result === 'regressed',
          'in general': all.inGeneral?.result === 'regressed',
          'by sign flips': all.signFlip !== undefined && all.signFlip.p <= 0.05,
          'one of nine fell: that scenario': one.scenarios[0]?.result === 'regressed',
          'the suite': one.onThisSuite?.result === 'regressed',
        };
      });
      t.diagnostic(`${shape.name}: ${shown(rates)}`);
      assert.ok((rates.get('all fell: on this suite') ?? 0) > 0.9);
    });
  }
});
