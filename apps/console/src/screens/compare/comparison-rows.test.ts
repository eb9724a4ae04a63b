import { verdictLabel } from '@fairtrial/format';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison, exampleScenario } from '../../testing/example-comparison.ts';
import {
  countChanges,
  filterScenarios,
  heatmapRows,
  positionOfLargestChange,
  sortByVerdict,
} from './comparison-rows.ts';

const SCENARIOS = [
  exampleScenario('calm 0', -0.01, 'no_change_found'),
  exampleScenario('up 1', 0.1, 'improved'),
  exampleScenario('down 2', -0.1, 'regressed'),
  exampleScenario('far down 3', -0.3, 'regressed'),
  exampleScenario('unsure 4', -0.2, 'no_change_found'),
  exampleScenario('once 5', -0.4),
];

test('sortByVerdict lists regressions by size, then improvements, then unknown, then unchanged scenarios', () => {
  assert.deepEqual(
    sortByVerdict(SCENARIOS).map(({ name }) => name),
    ['far down 3', 'down 2', 'up 1', 'once 5', 'unsure 4', 'calm 0'],
  );
});

test('countChanges counts no change found and not known separately', () => {
  assert.deepEqual(countChanges(SCENARIOS), {
    regressed: 2,
    improved: 1,
    no_change_found: 2,
    not_known: 1,
  });
});

test('filterScenarios filters by result and by part of the name', () => {
  const names = (filter: Parameters<typeof filterScenarios>[1]) =>
    filterScenarios(SCENARIOS, filter).map(({ name }) => name);
  assert.deepEqual(names({ only: 'improved' }), ['up 1']);
  assert.deepEqual(names({ q: 'DOWN' }), ['far down 3', 'down 2']);
  assert.deepEqual(names({ only: 'not_known', q: 'down' }), []);
});

test('positionOfLargestChange finds the largest change in the direction of the scenario', () => {
  const turn = (no: number, delta: number) => ({
    scenario_id: 's',
    interaction_id: 'i',
    baseline_position: { scenario: 1, turn: no },
    candidate_position: { scenario: 1, turn: no },
    baseline: null,
    candidate: null,
    delta,
    ci95: null,
  });
  const found = exampleComparison({ interactions: [turn(2, -0.4), turn(0, 0), turn(1, 0.3)] });
  const position = (delta: number) => positionOfLargestChange(exampleScenario('s 1', delta), found);
  assert.deepEqual(position(-0.1), { scenario: 1, turn: 2 });
  assert.deepEqual(position(0.1), { scenario: 1, turn: 1 });
  assert.deepEqual(positionOfLargestChange(exampleScenario('s 7', -1), found), {
    scenario: 7,
    turn: 0,
  });
});

test('heatmapRows has the baseline and every candidate, and boxes changes that a verdict found', () => {
  const first = exampleComparison({ scenarios: SCENARIOS.slice(1, 3) });
  const second = exampleComparison({
    scenarios: [exampleScenario('down 2', -0.01, 'no_change_found')],
  });
  assert.deepEqual(heatmapRows(first, [first, second]), [
    {
      name: 'down 2',
      cells: [
        { mean: 0.8, href: '/console/runs/a/2/0' },
        {
          mean: 0.8 - 0.1,
          change: verdictLabel('regressed', 'judge'),
          href: '/console/runs/b/2/0?baseline=a',
        },
        { mean: 0.8 - 0.01, change: undefined, href: '/console/runs/b/2/0?baseline=a' },
      ],
    },
    {
      name: 'up 1',
      cells: [
        { mean: 0.8, href: '/console/runs/a/1/0' },
        {
          mean: 0.8 + 0.1,
          change: verdictLabel('improved', 'judge'),
          href: '/console/runs/b/1/0?baseline=a',
        },
        null,
      ],
    },
  ]);
});
