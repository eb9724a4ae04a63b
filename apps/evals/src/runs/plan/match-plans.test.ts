import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import type { PlannedScenario } from '../../entities/run.ts';
import { matchPlans } from './match-plans.ts';
import { compareGrids, runWithScores, type ScoreGrid } from '../../testing/example-aggregates.ts';

const ONCE: ScoreGrid = [[[0.5]]];

describe('matchPlans', () => {
  it('matchPlans matches by id and repeated ids by position, and lists scenarios that only one run has', () => {
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
      scenario('a', ['1', '2']),
      scenario('b', ['1']),
      scenario('new', ['1']),
    ];
    const oldCells: ScoreGrid = [[[0.1, 0.9]], [[0.2]], [[0.3]], [[0.4]]];
    const nowCells: ScoreGrid = [[[0.5]], [[0.6, 0.4]], [[0.7]], [[0.8]]];
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
        ['a', 0, 1, 0],
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
    assert.match(
      comparison.warnings.join(),
      /2 scenarios are in one of the runs only and were not compared/,
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
    assert.deepEqual(unmatched, { scenarios: [] });
  });

  it('a scenario with the same id but another reference is listed as changed and not compared', () => {
    const other = exampleScenario({
      id: 's0',
      interactions: [
        exampleInteraction({ id: 't0', user_message: 'm0 0', reference_reply: 'Bye' }),
      ],
    });
    const comparison = compareGrids(ONCE, ONCE, [
      runWithScores(ONCE),
      runWithScores(ONCE, { scenarios: [other] }),
    ]);
    const { changed, scenarios, interactions, compared, headline, warnings } = comparison;
    assert.deepEqual(changed, [
      { scenario_id: 's0', name: 's', baseline: 0, candidate: 0, parts: ['references'] },
    ]);
    assert.deepEqual([scenarios, interactions, compared], [[], [], 0]);
    assert.deepEqual([headline.result, headline.status], ['inconclusive', 'inconclusive']);
    assert.match(headline.why, /no scenario with equal content: 1 changed scenario was not/);
    assert.deepEqual(warnings, ['1 changed scenario was not compared (references)']);
  });

  it('a scenario is changed if an interaction was added, moved or removed, or its conversation has other checks', () => {
    const turns = ['a', 'b'].map((user_message) => exampleInteraction({ user_message }));
    const old = exampleScenario({ interactions: turns });
    const partsOf = (now: PlannedScenario): unknown =>
      matchPlans([old], [now]).changed.map(({ parts }) => parts);
    const both = ['messages', 'references'];
    assert.deepEqual(partsOf({ ...old, interactions: turns.toReversed() }), [['messages']]);
    assert.deepEqual(partsOf({ ...old, interactions: turns.slice(1) }), [both]);
    assert.deepEqual(partsOf({ ...old, interactions: [...turns, exampleInteraction()] }), [both]);
    const check = { id: undefined, optional: undefined, max_words: 3 };
    assert.deepEqual(partsOf({ ...old, checks: [check] }), [['checks']]);
  });

  it('names, descriptions, types, unknown fields, ids of interactions and the order of keys change nothing', () => {
    const turn = exampleInteraction({ reference_metadata: { a: '1', b: '2' } });
    const old = exampleScenario({ interactions: [turn] });
    const now = exampleScenario({
      name: 'another',
      description: 'another',
      checks: [],
      extra: { tags: ['new'] },
      interactions: [
        {
          ...turn,
          id: 'another',
          interaction_type: 'closing',
          reference_metadata: { b: '2', a: '1' },
          checks: [],
          extra: { note: 1 },
        },
      ],
    });
    const { scenarios, changed } = matchPlans([old], [now]);
    assert.deepEqual([scenarios.length, changed], [1, []]);
  });

  it('of scenarios with the same id or the same messages, equal ones are matched first', () => {
    const made = (id: string, reference_reply: string) =>
      exampleScenario({ id, interactions: [exampleInteraction({ reference_reply })] });
    const sameId = matchPlans([made('x', '1'), made('x', '2')], [made('x', '2'), made('x', '1')]);
    const sameMessages = matchPlans(
      [made('a', '1'), made('b', '2')],
      [made('c', '2'), made('d', '1')],
    );
    for (const { scenarios, changed } of [sameId, sameMessages]) {
      assert.deepEqual(changed, []);
      assert.deepEqual(
        scenarios.map(({ baseline, candidate }) => [baseline, candidate]),
        [
          [1, 0],
          [0, 1],
        ],
      );
    }
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
    const { compared, on_this_suite, in_general, metrics, unmatched } = comparison;
    assert.deepEqual([compared, on_this_suite, in_general], [0, null, null]);
    assert.deepEqual([metrics, unmatched.scenarios.length], [{}, 2]);
  });
});
