import type { Body } from '@fairtrial/client';
import type { ScenarioRow } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duplicateScenario, moveScenario, removeScenario } from './dataset-edits.ts';

const ROWS: readonly ScenarioRow[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
  id,
  name: `Name of ${id}`,
  tags: [],
  interactions: 1,
  checks: 0,
  preview: '',
  hash: id,
}));
const SCENARIO = { id: 'b', name: 'Name of b', interactions: [{ user_message: 'Hello' }] } as never;
const AT = fc.nat({ max: ROWS.length - 1 });

function ids(rows: readonly ScenarioRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

/** The ids after a request, as the service applies it: removals, new ones at the end, then moves one by one. */
function applyRequest(
  before: readonly string[],
  { remove = [], upsert = [], order = [] }: Partial<Body<'POST /datasets/:name/changes'>>,
): readonly string[] {
  const added = (upsert ?? []).map(({ id }) => String(id)).filter((id) => !before.includes(id));
  let now = [...before.filter((id) => !(remove ?? []).includes(id)), ...added];
  for (const { id, after } of order ?? []) {
    const others = now.filter((one) => one !== id);
    now = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, id);
  }
  return now;
}

test('every move shows the order that the service stores, and undoing it shows the order before', () => {
  fc.assert(
    fc.property(AT, AT, (at, to) => {
      const edit = moveScenario({ rows: ROWS, at }, to);
      if (at === to) {
        assert.equal(edit, undefined);
        return;
      }
      assert.ok(edit?.undo);
      const moved = edit.apply(ROWS);
      assert.equal(moved[to]?.id, ROWS[at]?.id);
      assert.deepEqual(ids(moved), applyRequest(ids(ROWS), edit.changes));
      assert.deepEqual(edit.undo.apply(moved), ROWS);
      assert.deepEqual(applyRequest(ids(moved), edit.undo.changes), ids(ROWS));
    }),
  );
});

test('a row cannot be moved out of the list', () => {
  assert.equal(moveScenario({ rows: ROWS, at: 0 }, -1), undefined);
  assert.equal(moveScenario({ rows: ROWS, at: 4 }, 5), undefined);
});

test('a deleted scenario is restored with its content at its place', () => {
  fc.assert(
    fc.property(AT, (at) => {
      const scenario = { ...(SCENARIO as object), id: ROWS[at]?.id } as never;
      const { changes, apply, undo } = removeScenario(scenario, { rows: ROWS, at });
      const left = apply(ROWS);
      assert.deepEqual(ids(left), applyRequest(ids(ROWS), changes));
      assert.equal(left.length, ROWS.length - 1);
      assert.deepEqual(undo?.changes.upsert, [scenario]);
      assert.deepEqual(undo.apply(left), ROWS);
      assert.deepEqual(applyRequest(ids(left), undo.changes), ids(ROWS));
    }),
  );
});

test('deleting a match of a search cannot be undone, because its place is not known', () => {
  const { changes, undo } = removeScenario(SCENARIO, { rows: ROWS, at: 1, isFiltered: true });
  assert.deepEqual(changes.remove, ['b']);
  assert.equal(undo, undefined);
});

test('a copy has an id and a name of its own and follows the original', () => {
  const { changes, apply, undo } = duplicateScenario(SCENARIO, { rows: ROWS, at: 1 }, 7);
  const copied = apply(ROWS);
  assert.deepEqual(ids(copied), ['a', 'b', 'b-copy-7', 'c', 'd', 'e']);
  assert.deepEqual(applyRequest(ids(ROWS), changes), ids(copied));
  assert.deepEqual(changes.upsert, [
    { id: 'b-copy-7', name: 'Name of b (copy)', interactions: [{ user_message: 'Hello' }] },
  ]);
  assert.deepEqual(undo?.apply(copied), ROWS);
});

test('the id and the name of a copy are within the limits of the service', () => {
  const long = { ...ROWS[0], id: 'i'.repeat(500), name: 'n'.repeat(500) } as ScenarioRow;
  const { changes } = duplicateScenario(SCENARIO, { rows: [long], at: 0 }, 12);
  const [copy] = changes.upsert ?? [];
  assert.equal(String(copy?.id).length, 500);
  assert.ok(String(copy?.id).endsWith('-copy-12'));
  assert.equal(String(copy?.name).length, 500);
});
