import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import {
  compareGrids,
  runWithScores,
  scoresOf,
  type ScoreGrid,
} from '../../testing/example-aggregates.ts';

/** One scenario with one turn; one attempt per score. */
function single(...scores: readonly number[]): ScoreGrid {
  return [scores.map((score) => [score])];
}

const FAILED = { outcome: 'endpoint_failed', scores: scoresOf(null, 'endpoint_failed') } as const;

/** Scenarios with one turn whose six attempts alternate between two scores. */
function attemptsOf(...scenarios: readonly (readonly [number, number])[]): ScoreGrid {
  return scenarios.map(([a, b]) => [a, b, a, b, a, b].map((score) => [score]));
}

describe('compareAggregates', () => {
  it('each scenario gets a Welch verdict that matches a manual calculation', () => {
    // s² = 0.00025 on both sides, n = 5: −0.1 ± 2.3060 · 0.01
    const scores = [0.5, 0.52, 0.48, 0.51, 0.49];
    const { scenarios, on_this_suite: suite } = compareGrids(
      single(...scores),
      single(...scores.map((score) => score - 0.1)),
    );
    const verdict = scenarios[0]?.verdict;
    assert.equal(verdict?.result, 'regressed');
    assert.deepEqual([verdict.delta, verdict.se, verdict.p], [-0.1, 0.01, 0]);
    assert.deepEqual([verdict.interval, verdict.confidence], [[-0.1231, -0.0769], 0.95]);
    assert.deepEqual(suite?.interval, [-0.1231, -0.0769]);
    assert.deepEqual(scenarios[0]?.baseline, { mean: 0.5, n: 5 });
    assert.deepEqual(scenarios[0].candidate, { mean: 0.4, n: 5 });
  });

  it('means are taken over the turns of an attempt, then over the scenarios', () => {
    // attempts (1 + 0.5)/2 = 0.75 and 0.25; the other scenario 0.5 and 0.5 → 0.5 overall
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
    assert.equal(general, null, 'two scenarios say nothing about others');
    assert.deepEqual(
      scenarios.map(({ delta }) => delta),
      [0.5, 0.1],
    );
  });

  it('interactions are sorted by the size of their drop', () => {
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

  it('equal replies are reported as a fact and add no certainty', () => {
    const steady = (score: number, attempts: number): ScoreGrid => [
      Array.from({ length: attempts }, () => [{ replyHash: 'a', scores: scoresOf(score) }]),
    ];
    const two = compareGrids(steady(0.5, 2), steady(0.1, 2)).scenarios[0];
    assert.deepEqual([two?.same_replies, two?.verdict], [true, null]);
    const five = compareGrids(steady(0.5, 5), steady(0.1, 5)).scenarios[0];
    assert.deepEqual([five?.verdict?.result, five?.verdict?.interval], ['regressed', null]);
    const failed = { replyHash: 'a', ...FAILED };
    const dead = compareGrids(steady(0.5, 2), [[[failed], [failed]]]).scenarios[0];
    assert.equal(dead?.same_replies, false);
  });

  it('a scenario with failed requests is in doubt instead of regressed', () => {
    const old = attemptsOf([0.9, 0.8], [0.5, 0.6]);
    const now: ScoreGrid = [old[0] ?? [], (old[1] ?? []).map(() => [FAILED])];
    const { scenarios, on_this_suite: suite, compared, headline } = compareGrids(old, now);
    assert.equal(scenarios[1]?.doubt, 'not scored: 6 of 6 turns in the candidate');
    assert.deepEqual([scenarios[1].verdict, scenarios[1].candidate], [null, null]);
    assert.equal(compared, 1);
    assert.deepEqual([suite?.result, suite?.delta], ['inconclusive', 0]);
    assert.equal(suite?.bounds?.worst, 'regressed');
    assert.equal(headline.result, 'requests_failed');
  });

  it('only turns scored in both runs are compared if the judge gave no score for one turn', () => {
    const turns = (hard: number | null): ScoreGrid => [
      [0.9, 0.8, 0.85, 0.88, 0.82].map((easy) => [easy, { scores: scoresOf(hard) }]),
    ];
    const { scenarios, warnings } = compareGrids(turns(0.2), turns(null));
    assert.equal(scenarios[0]?.delta, 0);
    assert.equal(scenarios[0].doubt, null);
    assert.match(
      warnings.join(),
      /turn 2 of scenario-0 was not compared: 5 of 5 attempts could not be scored in the candidate/,
    );
  });

  it('a scenario that failures leave with one complete attempt is in doubt, and the others get a verdict', () => {
    const steady = Array.from({ length: 5 }, () => [0.9, 0.8, 0.9, 0.8, 0.9]);
    const broken = steady.map((turns, attempt) =>
      turns.map((score, turn) => (turn === attempt && attempt < 4 ? FAILED : score)),
    );
    const { scenarios, on_this_suite: suite } = compareGrids([steady, steady], [steady, broken]);
    assert.match(scenarios[1]?.doubt ?? '', /fewer than two attempts/);
    assert.notEqual(suite, null);
  });

  it('a turn that the metric applies to in only one run is not compared', () => {
    const without = { scores: { answered: 1 } };
    const old: ScoreGrid = [[0.9, 0.8, 0.9, 0.8, 0.9].map((score) => [score, without])];
    const now: ScoreGrid = [[0.9, 0.8, 0.9, 0.8, 0.9].map((score) => [score, 0.1])];
    const { scenarios, warnings } = compareGrids(old, now);
    assert.equal(scenarios[0]?.delta, 0);
    assert.match(warnings.join(), /turn 2 .* the metric does not apply in the baseline/);
  });

  it('an attempt with a failed request is left out and the others are compared', () => {
    const old = attemptsOf([0.9, 0.8]);
    const now: ScoreGrid = [[[FAILED], ...(old[0]?.slice(1) ?? [])]];
    const { scenarios } = compareGrids(old, now);
    assert.deepEqual([scenarios[0]?.candidate?.n, scenarios[0]?.doubt], [5, null]);
  });

  it('attempts that were not played to the end are left out', () => {
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

  it('a comparison shows labels, latencies, tokens, availability and coverage of both runs', () => {
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
        [{ ...failed, scores: { overall: null, answered: 0, 'metadata.intent': null } }],
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
    assert.equal(labels['intent']?.candidate, null, 'a failed request gives no label');
    assert.deepEqual(baseline.latency_ms, { median: 200, p95: 290 });
    assert.deepEqual(candidate.latency_ms, { median: 50, p95: 50 });
    assert.equal(baseline.usage.total_tokens, 14);
    assert.deepEqual([baseline.availability, baseline.coverage], [1, 1]);
    assert.deepEqual([candidate.availability, candidate.coverage], [0.5, 0]);
    assert.deepEqual(comparison.differences, [
      { field: 'model_id', baseline: 'm', candidate: 'new' },
      { field: 'parameters', baseline: {}, candidate: { temperature: 0 } },
    ]);
  });
});

/** Each scenario has one turn; each list has the pass flags of its attempts. */
function passGrid(...scenarios: readonly (readonly boolean[])[]) {
  return scenarios.map((attempts) =>
    attempts.map((passed) => [{ passed, scores: scoresOf(passed ? 1 : 0) }]),
  );
}

const [Y, N] = [true, false];

describe('passes of two runs', () => {
  it('passes of two runs are tested per scenario, in any order of the attempts', () => {
    const old = passGrid([Y, Y, Y, Y, Y], [Y, Y, Y, N, Y]);
    const now = passGrid([N, N, N, N, N], [N, N, N, Y, Y]);
    const { passes } = compareGrids(old, now);
    assert.deepEqual([passes?.baseline.pass_rate, passes?.candidate.pass_rate], [0.9, 0.2]);
    const turned = now.map((attempts) => attempts.toReversed());
    assert.equal(compareGrids(old, turned).passes?.p, passes?.p);
    assert.ok((passes?.p ?? 1) < 0.05);
  });

  it('pass rate is also a metric of attempts', () => {
    const { metrics } = compareGrids(passGrid([Y, N]), passGrid([N, N]));
    assert.equal(metrics['pass_rate']?.delta, -0.5);
  });

  it('passes are not compared if they are unknown in one run', () => {
    const { passes, metrics } = compareGrids(passGrid([Y, Y]), [[[1], [1]]]);
    assert.equal(passes, null);
    assert.equal(metrics['pass_rate']?.delta, null);
  });

  it('an attempt passes only if all its turns pass', () => {
    const attempt = [Y, N].map((passed) => ({ passed, scores: scoresOf(1) }));
    const { passes } = compareGrids([[attempt]], [[attempt]]);
    assert.deepEqual([passes?.baseline.passed, passes?.baseline.attempts], [0, 1]);
    assert.equal(passes?.p, 1);
  });
});
