import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceScenarios } from './test-history.ts';

function scenario(id: string, scores: readonly number[], script = id) {
  return { id, name: `name of ${id}`, script, scores, hasSameReplies: false };
}

const HIGH = [0.9, 0.91, 0.92, 0.9, 0.91];
const LOW = [0.4, 0.41, 0.42, 0.4, 0.41];

test('a change beyond noise is marked in the run that brought it, and in no other', () => {
  const runs = [
    [scenario('a', HIGH), scenario('b', LOW)],
    [scenario('a', LOW), scenario('b', LOW)],
    [scenario('a', LOW), scenario('b', HIGH)],
  ];
  const [b, a] = traceScenarios(runs);
  assert.deepEqual(
    a?.cells.map((cell) => cell?.change),
    [null, 'regressed', null],
  );
  assert.deepEqual(
    b?.cells.map((cell) => cell?.change),
    [null, null, 'improved'],
  );
  assert.deepEqual(
    a?.cells.map((cell) => cell?.mean),
    [0.908, 0.408, 0.408],
  );
});

test('what regressed last comes first, then what improved, then the lowest', () => {
  const calm = [0.7, 0.71, 0.7, 0.72, 0.7];
  const runs = [
    [scenario('fine', HIGH), scenario('low', calm), scenario('up', LOW), scenario('down', HIGH)],
    [scenario('fine', HIGH), scenario('low', calm), scenario('up', HIGH), scenario('down', LOW)],
  ];
  assert.deepEqual(
    traceScenarios(runs).map(({ scenario_id }) => scenario_id),
    ['down', 'up', 'low', 'fine'],
  );
});

test('a scenario is followed by its id, and by what the user says where nobody gave it one', () => {
  const runs = [
    [scenario('made-up-1', HIGH, 'script'), scenario('gone', HIGH)],
    [scenario('made-up-2', LOW, 'script'), scenario('new', HIGH)],
  ];
  const [followed, fresh] = traceScenarios(runs);
  assert.equal(followed?.scenario_id, 'made-up-2');
  assert.equal(followed.cells[1]?.change, 'regressed');
  assert.deepEqual(fresh?.cells, [null, { mean: 0.908, change: null }]);
});

test('with one attempt nothing is known to be beyond noise, and without a score there is no cell', () => {
  const runs = [
    [scenario('a', [0.9]), scenario('b', [])],
    [scenario('a', [0.1]), scenario('b', [])],
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
