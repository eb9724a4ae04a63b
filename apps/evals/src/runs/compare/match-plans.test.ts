import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import { compareGrids, runWithScores, type ScoreGrid } from '../../testing/example-aggregates.ts';

const ONCE: ScoreGrid = [[[0.5]]];

describe('matchPlans', () => {
  it('matchPlans matches by id and repeated ids by position, and lists items that only one run has', () => {
    const scenario = (id: string, turns: readonly string[], said = id) =>
      exampleScenario({
        id,
        interactions: turns.map((turn) =>
          exampleInteraction({ id: turn, user_message: said + turn }),
        ),
      });
    const old = [
      scenario('a', ['1', '2']),
      scenario('b', ['1']),
      scenario('b', ['1']),
      scenario('gone', ['1']),
    ];
    const now = [
      scenario('b', ['1']),
      scenario('a', ['1', '3']),
      scenario('b', ['1']),
      scenario('new', ['1']),
    ];
    const oldCells: ScoreGrid = [[[0.1, 0.9]], [[0.2]], [[0.3]], [[0.4]]];
    const nowCells: ScoreGrid = [[[0.5]], [[0.6, 0]], [[0.7]], [[0.8]]];
    const comparison = compareGrids(oldCells, nowCells, [
      runWithScores(oldCells, { scenarios: old }),
      runWithScores(nowCells, { scenarios: now }),
    ]);
    assert.deepEqual(
      comparison.scenarios.map((one) => [
        one.scenario_id,
        one.baseline_no,
        one.candidate_no,
        one.delta,
      ]),
      [
        ['b', 1, 0, 0.3],
        ['a', 0, 1, 0.5], // of the one turn that both have
        ['b', 2, 2, 0.4],
      ],
    );
    assert.deepEqual(
      comparison.unmatched.scenarios.map(({ side, scenario_id }) => [side, scenario_id]),
      [
        ['baseline', 'gone'],
        ['candidate', 'new'],
      ],
    );
    assert.deepEqual(
      comparison.unmatched.interactions.map((one) => [one.side, one.interaction_id]),
      [
        ['baseline', '2'],
        ['candidate', '3'],
      ],
    );
    assert.match(
      comparison.warnings.join(),
      /2 scenarios and 2 interactions are in one of the runs only/,
    );
  });

  it('matchPlans matches scenarios with generated ids by their user messages', () => {
    const made = (id: string) =>
      exampleScenario({
        id,
        interactions: [exampleInteraction({ id: `${id}-1`, user_message: 'Hello' })],
      });
    const runs = [
      runWithScores(ONCE, { scenarios: [made('x')] }),
      runWithScores(ONCE, { scenarios: [made('y')] }),
    ] as const;
    const { scenarios, interactions, unmatched } = compareGrids(ONCE, ONCE, runs);
    assert.deepEqual([scenarios.length, interactions.length], [1, 1]);
    assert.deepEqual(unmatched, { scenarios: [], interactions: [] });
  });

  it('a comparison warns about interactions that were rewritten under the same id', () => {
    const other = exampleScenario({
      id: 's0',
      interactions: [
        exampleInteraction({ id: 't0', user_message: 'm0 0', reference_reply: 'Bye' }),
      ],
    });
    const { warnings } = compareGrids(ONCE, ONCE, [
      runWithScores(ONCE),
      runWithScores(ONCE, { scenarios: [other] }),
    ]);
    assert.match(warnings.join(), /1 interactions have another text, reference, labels or checks/);
  });

  it('runs without common scenarios have nothing to compare', () => {
    const other = exampleScenario({
      id: 'other',
      interactions: [exampleInteraction({ user_message: 'x' })],
    });
    const comparison = compareGrids(ONCE, ONCE, [
      runWithScores(ONCE),
      runWithScores(ONCE, { scenarios: [other] }),
    ]);
    const { compared, on_this_suite, in_general, sign_flip, metrics, unmatched } = comparison;
    assert.deepEqual([compared, on_this_suite, in_general, sign_flip], [0, null, null, null]);
    assert.deepEqual([metrics, unmatched.scenarios.length], [{}, 2]);
  });
});
