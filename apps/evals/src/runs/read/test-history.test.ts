import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScenarioScores } from '../../db/runs/scenario-scores.ts';
import { traceScenarios, type HistoryColumn } from './test-history.ts';

function scenario(
  id: string,
  scores: readonly number[],
  { script = id, content = script }: Partial<ScenarioScores> = {},
): ScenarioScores {
  return { id, name: `name of ${id}`, script, content, scores };
}

function column(
  scenarios: readonly ScenarioScores[],
  changes: Partial<HistoryColumn> = {},
): HistoryColumn {
  return { scenarios, isPinned: false, isPooled: true, ...changes };
}

const NOISY = [0.85, 0.95, 0.9, 0.88, 0.92];
const HIGH = [0.9, 0.91, 0.92, 0.9, 0.91];
const LOW = [0.4, 0.41, 0.42, 0.4, 0.41];

function changesOf(
  runs: readonly HistoryColumn[],
  shown?: number,
): readonly (string | null | undefined)[] {
  return traceScenarios(runs, shown)[0]?.cells.map((cell) => cell?.change) ?? [];
}

test('a run is compared with the attempts of all earlier runs', () => {
  const runs = [HIGH, HIGH, HIGH, LOW].map((scores) => column([scenario('a', scores)]));
  assert.deepEqual(changesOf(runs), [null, null, null, 'regressed']);
  const means = traceScenarios(runs)[0]?.cells.map((cell) => cell?.mean);
  assert.deepEqual(means, [0.908, 0.908, 0.908, 0.408]);
});

test('a slow drift is found although no two adjacent runs differ beyond noise', () => {
  const runs = Array.from({ length: 20 }, (_, step) =>
    column([
      scenario(
        'a',
        [...NOISY, ...NOISY].map((score) => score - step * 0.02),
      ),
    ]),
  );
  assert.equal(changesOf(runs).at(-1), 'regressed');
  const neighbours = runs.slice(1).map((run, at) => changesOf([runs[at] ?? run, run]).at(-1));
  assert.deepEqual(new Set(neighbours), new Set([null]));
});

test('the pinned baseline restarts the comparison and is itself not compared', () => {
  const runs = [
    column([scenario('a', HIGH)]),
    column([scenario('a', LOW)], { isPinned: true }),
    column([scenario('a', LOW)]),
    column([scenario('a', HIGH)]),
  ];
  assert.deepEqual(changesOf(runs), [null, null, null, 'improved']);
});

test('runs since the pinned baseline count although they are too old to be shown', () => {
  const runs = [
    column([scenario('a', HIGH)], { isPinned: true }),
    column([scenario('a', HIGH)]),
    column([scenario('a', LOW)]),
  ];
  assert.deepEqual(changesOf(runs, 1), ['regressed']);
});

test('scenarios are sorted: regressed in the last run, then improved, then the lowest', () => {
  const calm = [0.7, 0.71, 0.7, 0.72, 0.7];
  const runs = [
    column([
      scenario('fine', HIGH),
      scenario('low', calm),
      scenario('up', LOW),
      scenario('down', HIGH),
    ]),
    column([
      scenario('fine', HIGH),
      scenario('low', calm),
      scenario('up', HIGH),
      scenario('down', LOW),
    ]),
  ];
  assert.deepEqual(
    traceScenarios(runs).map(({ scenario_id }) => scenario_id),
    ['down', 'up', 'low', 'fine'],
  );
});

test("a scenario is followed by its id, or without one by the user's messages", () => {
  const runs = [
    column([scenario('made-up-1', HIGH, { script: 'script' }), scenario('gone', HIGH)]),
    column([scenario('made-up-2', LOW, { script: 'script' }), scenario('new', HIGH)]),
  ];
  const [followed, fresh] = traceScenarios(runs);
  assert.equal(followed?.scenario_id, 'made-up-2');
  assert.equal(followed.cells[1]?.change, 'regressed');
  assert.deepEqual(fresh?.cells, [null, { mean: 0.908, change: null }]);
});

test('with one attempt no change is beyond noise, and without a score there is no cell', () => {
  const runs = [
    column([scenario('a', [0.9]), scenario('b', [])]),
    column([scenario('a', [0.1]), scenario('b', [])]),
  ];
  assert.deepEqual(
    traceScenarios(runs).map(({ cells }) => cells),
    [
      [
        { mean: 0.9, change: null },
        { mean: 0.1, change: null },
      ],
      [null, null],
    ],
  );
  assert.deepEqual(traceScenarios([]), []);
});

test('a run with failed requests is neither marked nor compared with, because an outage is not a change of the model', () => {
  const runs = [
    column([scenario('a', HIGH)]),
    column([scenario('a', HIGH)]),
    column([scenario('a', LOW)], { isPooled: false }),
    column([scenario('a', HIGH)]),
  ];
  assert.deepEqual(changesOf(runs), [null, null, null, null]);
});

test('a scenario is not compared with runs in which its content was another one', () => {
  const versions = ['old', 'old', 'new', 'new', 'new'];
  const [was, is] = [HIGH, LOW].map(
    (scores) => (content: string) => column([scenario('a', scores, { content })]),
  );
  assert.ok(was && is);
  assert.deepEqual(changesOf([...versions.slice(0, 2).map(was), ...versions.slice(2).map(is)]), [
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(changesOf([was('old'), is('new'), was('new')]), [null, null, 'improved']);
});
