import type { ScenarioRow } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changePages } from './dataset-queries.ts';

function row(id: string): ScenarioRow {
  return { id, name: id, tags: [], interactions: 1, checks: 0, preview: '', hash: id };
}

test('a change of loaded pages keeps every row and continues where the last page ended', () => {
  const pages = {
    pages: [
      { version: 3, scenarios: [row('a'), row('b')], next_cursor: 'after b' },
      { version: 3, scenarios: [row('c')], next_cursor: 'after c' },
    ],
    pageParams: [undefined, 'after b'],
  };
  const changed = changePages(pages, 4, (rows) => rows.filter(({ id }) => id !== 'b'));
  assert.deepEqual(changed.pages, [
    { version: 4, scenarios: [row('a'), row('c')], next_cursor: 'after c' },
  ]);
});
