import type { Scores } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import {
  averageScores,
  collectMetrics,
  describeMetrics,
  type AttemptPosition,
} from './collect-metrics.ts';

type Turn = readonly [AttemptPosition, Scores];

const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 5 });
const turn = fc.record(
  { judge: score, token_f1: score, metadata: score, answered: fc.constantFrom(0, 1) },
  { requiredKeys: ['token_f1'] },
);
const run = fc.array(fc.array(fc.array(turn, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), {
  maxLength: 5,
});

function flatten(scenarios: readonly (readonly (readonly Scores[])[])[]): readonly Turn[] {
  return scenarios.flatMap((attempts, scenario) =>
    attempts.flatMap((turns, attempt) =>
      turns.map((scores): Turn => [{ scenario, attempt }, scores]),
    ),
  );
}

function collect(turns: readonly Turn[]): ReturnType<typeof collectMetrics> {
  const collector = collectMetrics();
  for (const [position, scores] of turns) collector.add(position, scores);
  return collector;
}

function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'number' ? Math.round(part * 1e9) / 1e9 + 0 : part,
    ),
  );
}

describe('collectMetrics', () => {
  it('collectMetrics equals describeMetrics for interleaved attempts', () => {
    fc.assert(
      fc.property(run, fc.nat(), (scenarios, seed) => {
        const turns = flatten(scenarios);
        // Attempts run concurrently: their turns interleave, but each attempt's own turns stay in order.
        const mixed = turns.toSorted(
          ([a], [b]) =>
            ((a.attempt * 7 + a.scenario * 3) ^ seed) - ((b.attempt * 7 + b.scenario * 3) ^ seed),
        );
        assert.deepEqual(collect(mixed).stats(), describeMetrics(scenarios));
      }),
    );
  });

  it('collectMetrics differs only by rounding if turns arrive in another order', () => {
    fc.assert(
      fc.property(run, (scenarios) => {
        const turns = flatten(scenarios).toReversed();
        assert.deepEqual(rounded(collect(turns).stats()), rounded(describeMetrics(scenarios)));
      }),
    );
  });

  it('the mean lies inside its interval and bounds, and coverage is at most 1', () => {
    fc.assert(
      fc.property(run, (scenarios) => {
        for (const stats of Object.values(describeMetrics(scenarios))) {
          const { mean, ci95, bounds, coverage, min, max } = stats;
          const [low, high] = ci95 ?? [0, 1];
          const dust = 1e-12;
          assert.ok(low - dust <= mean && mean <= high + dust);
          assert.ok(bounds[0] - dust <= mean && mean <= bounds[1] + dust);
          assert.ok(min - dust <= mean && mean <= max + dust);
          assert.ok(coverage > 0 && coverage <= 1);
        }
      }),
    );
  });

  it('closing scenarios early does not change the run statistics', () => {
    fc.assert(
      fc.property(run, (scenarios) => {
        const collector = collectMetrics();
        for (const [scenario, attempts] of scenarios.entries()) {
          for (const [attempt, turns] of attempts.entries()) {
            for (const scores of turns) collector.add({ scenario, attempt }, scores);
          }
          assert.deepEqual(collector.endScenario(scenario), describeMetrics([attempts]));
        }
        assert.deepEqual(collector.stats(), describeMetrics(scenarios));
      }),
    );
  });

  it('collectMetrics aggregates a million turns of ten attempts', () => {
    const collector = collectMetrics();
    const scores = { overall: 0.5, answered: 1 };
    for (let no = 0; no < 1_000_000; no += 1)
      collector.add({ scenario: 0, attempt: no % 10 }, scores);
    const { overall } = collector.stats();
    assert.deepEqual([overall?.n, overall?.mean], [10, 0.5]);
  });
});

describe('averageScores', () => {
  it('averageScores averages scored turns and leaves out metrics without any score', () => {
    const average = averageScores([
      { token_f1: 1, metadata: null, judge: null },
      { token_f1: 0, metadata: 0.5, judge: null },
      { answered: 1 },
    ]);
    assert.deepEqual(average, { token_f1: 0.5, metadata: 0.5, answered: 1 });
  });
});

describe('describeMetrics', () => {
  it('describeMetrics returns the interval, the coverage and the bounds of unscored turns', () => {
    const { judge: stats } = describeMetrics([
      [
        [{ judge: 1 }, { judge: null }],
        [{ judge: 0.5 }, { judge: 0.5 }],
      ],
    ]);
    assert.equal(stats?.mean, 0.75);
    assert.equal(stats?.n, 2);
    assert.equal(stats?.coverage, 0.75);
    assert.deepEqual(stats?.bounds, [0.5, 0.75]);
    assert.deepEqual(stats?.ci95, [0, 1]);
    assert.deepEqual([stats?.min, stats?.max], [0.5, 1]);
  });

  it('a metric has no interval with one attempt', () => {
    assert.equal(describeMetrics([[[{ x: 1 }]]])['x']?.ci95, null);
  });

  it('a metric without any score has no statistics', () => {
    assert.equal(describeMetrics([[[{ y: 1 }, { x: null }]]])['x'], undefined);
  });

  it('describeMetrics handles 2000 metrics in linear time', () => {
    const scoresOf = (count: number): Scores =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`metric ${n}`, 0]));
    const [few, many] = [scoresOf(200), scoresOf(2000)];
    assert.equal(Object.keys(describeMetrics([[[many]], [[many]]])).length, 2000);
    // It takes about as long as ten times a tenth of the metrics, and 10 times as long if it is quadratic.
    assertTimes(4, '2000 metrics', {
      work: () => describeMetrics([[[many]], [[many]]]),
      bare: () => Array.from({ length: 10 }, () => describeMetrics([[[few]], [[few]]])),
    });
  });
});
