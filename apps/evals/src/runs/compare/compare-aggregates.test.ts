import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import {
  compareGrids,
  runWithScores,
  scoresOf,
  type ScoreGrid,
} from '../../testing/example-aggregates.ts';

/** One scenario of one turn, played so often. */
function single(...scores: readonly number[]): ScoreGrid {
  return [scores.map((score) => [score])];
}

describe('compareAggregates', () => {
  it('gives each scenario a Welch verdict, computed by hand', () => {
    // s² = 0.00025 on both sides, n = 5: −0.1 ± 2.3060 · 0.01
    const scores = [0.5, 0.52, 0.48, 0.51, 0.49];
    const { scenarios, on_this_suite: suite } = compareGrids(
      single(...scores),
      single(...scores.map((score) => score - 0.1)),
    );
    assert.deepEqual(scenarios[0]?.verdict, {
      result: 'regressed',
      delta: -0.1,
      se: 0.01,
      p: 0,
      interval: [-0.1231, -0.0769],
      confidence: 0.95,
      smallest_detectable: null,
      additional_attempts: null,
      adjusted_p: 0,
    });
    assert.deepEqual(suite?.interval, [-0.1231, -0.0769]);
    assert.deepEqual(scenarios[0].baseline, { mean: 0.5, n: 5 });
    assert.deepEqual(scenarios[0].candidate, { mean: 0.4, n: 5 });
  });

  it('takes the mean of an attempt over its turns, and then of the scenarios', () => {
    // attempts (1 + 0.5)/2 = 0.75 and 0.25; the other scenario 0.5 and 0.5 → 0.5 in all
    const old: ScoreGrid = [
      [
        [1, 0.5],
        [0.5, 0],
      ],
      [[0.5], [0.5]],
    ];
    const now: ScoreGrid = [
      [
        [1, 1],
        [1, 1],
      ],
      [[0.5], [0.7]],
    ];
    const { metrics, in_general: general, scenarios } = compareGrids(old, now);
    assert.deepEqual(metrics['overall']?.baseline, { mean: 0.5, n: 4 });
    assert.deepEqual(metrics['overall']?.candidate, { mean: 0.8, n: 4 });
    // differences 0.5 and 0.1: 0.3 ± 12.7062 · 0.2, and scores cannot differ by more than 1
    assert.deepEqual([general?.delta, general?.se, general?.interval], [0.3, 0.2, [-1, 1]]);
    assert.deepEqual(
      scenarios.map(({ delta }) => delta),
      [0.5, 0.1],
    );
  });

  it('ranks the interactions by how much they fell', () => {
    const old: ScoreGrid = [
      [
        [0.9, 0.9, 0.9],
        [0.9, 0.9, 0.8],
      ],
    ];
    const now: ScoreGrid = [
      [
        [0.9, 0.2, 0.8],
        [0.9, 0.3, 0.8],
      ],
    ];
    const { interactions } = compareGrids(old, now);
    assert.deepEqual(
      interactions.map(({ interaction_id, delta }) => [interaction_id, delta]),
      [
        ['t1', -0.65],
        ['t2', -0.05],
        ['t0', 0],
      ],
    );
  });

  it('calls a difference a fact only where every attempt of a side said the same', () => {
    const same = { replyHash: 'a' };
    const steady = (score: number): ScoreGrid => [
      [[{ ...same, scores: scoresOf(score) }], [{ ...same, scores: scoresOf(score) }]],
    ];
    const fact = compareGrids(steady(0.5), steady(0.49)).scenarios[0];
    assert.deepEqual([fact?.same_replies, fact?.verdict?.result], [true, 'regressed']);
    const chance = compareGrids(single(0.5, 0.5), single(0.49, 0.49)).scenarios[0];
    assert.deepEqual([chance?.same_replies, chance?.verdict?.result], [false, 'inconclusive']);
    const failed = {
      ...same,
      outcome: 'endpoint_failed',
      scores: scoresOf(0, 'endpoint_failed'),
    } as const;
    const dead = compareGrids(steady(0.5), [[[failed], [failed]]]).scenarios[0];
    assert.equal(dead?.same_replies, false);
  });

  it('leaves out attempts that were not played to their end', () => {
    const old: ScoreGrid = [
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    ];
    const now: ScoreGrid = [
      [
        [0.5, 0.5],
        [1, undefined],
      ],
    ];
    const { scenarios, candidate, warnings } = compareGrids(old, now);
    assert.deepEqual(scenarios[0]?.candidate, { mean: 0.5, n: 1 });
    assert.equal(scenarios[0].verdict, null);
    assert.equal(candidate.incomplete_attempts, 1);
    assert.deepEqual(candidate.turns, { finished: 3, total: 4 });
    assert.match(warnings.join(), /not played to their end/);
  });

  it('shows labels, latencies, tokens, availability and coverage of both', () => {
    const labelled = (given: object, score: number, more = {}) => ({
      scores: { overall: score, answered: 1, 'metadata.intent': score },
      generatedMetadata: { ...given },
      ...more,
    });
    const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
    const old: ScoreGrid = [
      [
        [labelled({ intent: 'Block card' }, 1, { latencyMs: 100, usage })],
        [labelled({ intent: 'greet' }, 0, { latencyMs: 300, usage })],
      ],
    ];
    const failed = { outcome: 'endpoint_failed', generatedMetadata: {} } as const;
    const now: ScoreGrid = [
      [
        [{ ...failed, scores: { overall: 0, answered: 0, 'metadata.intent': 0 } }],
        [{ scores: { overall: null, answered: 1 }, latencyMs: 50 }],
      ],
    ];
    const interactions = [
      exampleInteraction({ id: 't0', reference_metadata: { intent: 'block_card' } }),
    ];
    const scenarios = [exampleScenario({ id: 's0', interactions })];
    const runs = [
      runWithScores(old, { scenarios }),
      runWithScores(now, { scenarios, modelId: 'new', parameters: { temperature: 0 } }),
    ] as const;
    const comparison = compareGrids(old, now, runs);
    const { baseline, candidate, labels } = comparison;
    // block_card: expected 2, given 1, both 1 → 2/3; greet: given 1, never expected → 0
    assert.deepEqual(labels['intent']?.baseline, {
      n: 2,
      accuracy: 0.5,
      macro_f1: 0.3333,
      confusion: [
        { expected: 'block_card', given: 'block_card', count: 1 },
        { expected: 'block_card', given: 'greet', count: 1 },
      ],
    });
    assert.deepEqual(labels['intent']?.candidate?.confusion, [
      { expected: 'block_card', given: null, count: 1 },
    ]);
    assert.deepEqual(baseline.latency_ms, { median: 200, p95: 290 });
    assert.deepEqual(candidate.latency_ms, { median: 50, p95: 50 });
    assert.equal(baseline.usage.total_tokens, 14);
    assert.deepEqual([baseline.availability, baseline.coverage], [1, 1]);
    assert.deepEqual([candidate.availability, candidate.coverage], [0.5, 0.5]);
    assert.deepEqual(comparison.differences, [
      { field: 'model_id', baseline: 'm', candidate: 'new' },
      { field: 'parameters', baseline: {}, candidate: { temperature: 0 } },
    ]);
  });
});

/** Each scenario has one turn; each list is its attempts: passed, or not. */
function passGrid(...scenarios: readonly (readonly boolean[])[]) {
  return scenarios.map((attempts) =>
    attempts.map((passed) => [{ passed, scores: scoresOf(passed ? 1 : 0) }]),
  );
}

const [Y, N] = [true, false];

describe('passes of two runs', () => {
  it('are set beside each other, and the split is tested (McNemar: 8 broken, 1 fixed gives .039)', () => {
    const old = passGrid([Y, Y, Y, Y, Y], [Y, Y, Y, N, Y]);
    const now = passGrid([N, N, N, N, N], [N, N, N, Y, Y]);
    const { passes } = compareGrids(old, now);
    assert.deepEqual([passes?.broken, passes?.fixed, passes?.p], [8, 1, 0.0391]);
    assert.deepEqual([passes?.baseline.pass_rate, passes?.candidate.pass_rate], [0.9, 0.2]);
  });

  it('are a metric of attempts too', () => {
    const { metrics } = compareGrids(passGrid([Y, N]), passGrid([N, N]));
    assert.equal(metrics['pass_rate']?.delta, -0.5);
  });

  it('are not compared where a run does not know', () => {
    const { passes, metrics } = compareGrids(passGrid([Y, Y]), [[[1], [1]]]);
    assert.equal(passes, null);
    assert.equal(metrics['pass_rate']?.delta, null);
  });

  it('count an attempt whose turns did not all pass as one that did not', () => {
    const attempt = [Y, N].map((passed) => ({ passed, scores: scoresOf(1) }));
    const { passes } = compareGrids([[attempt]], [[attempt]]);
    assert.deepEqual([passes?.baseline.passed, passes?.baseline.attempts], [0, 1]);
    assert.equal(passes?.p, 1);
  });
});
