import fc from 'fast-check';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { selectScenarios } from './plan-scenarios.ts';

const ROWS = [
  { id: 'a', tags: ['card'] },
  { id: 'b', tags: ['card', 'urgent'] },
  { id: 'c', tags: ['hotel'] },
  { id: 'd', tags: [] },
];

function idsOf(...[filter, rows = ROWS]: [Parameters<typeof selectScenarios>[1], typeof ROWS?]) {
  return selectScenarios(rows, filter).map(({ id }) => id);
}

describe('selectScenarios', () => {
  it('selects scenarios that have one of the tags and one of the ids', () => {
    assert.deepEqual(idsOf({}), ['a', 'b', 'c', 'd']);
    assert.deepEqual(idsOf({ tags: ['urgent', 'hotel'] }), ['b', 'c']);
    assert.deepEqual(idsOf({ tags: ['card'], ids: ['b', 'd'] }), ['b']);
  });

  it('a sample has the scenarios with the smallest SHA-256 of seed and id, in the order of the dataset', () => {
    const rank = (id: string): string => createHash('sha256').update(`0${id}`).digest('hex');
    const [first = '', second = ''] = ['a', 'b', 'c', 'd'].toSorted((x, y) =>
      rank(x) < rank(y) ? -1 : 1,
    );
    assert.deepEqual(idsOf({ sample: { n: 2 } }), [first, second].toSorted());
    assert.deepEqual(idsOf({ sample: { n: 2, seed: 0 } }), idsOf({ sample: { n: 2, seed: '0' } }));
  });

  it('the same seed selects the same scenarios, whatever their order and the other scenarios', () => {
    const someRows = fc
      .uniqueArray(fc.string(), { minLength: 1 })
      .map((ids) => ids.map((id) => ({ id, tags: [] })));
    fc.assert(
      fc.property(someRows, fc.integer({ min: 1, max: 5 }), fc.string(), (rows, n, seed) => {
        const sample = { n, seed };
        const chosen = idsOf({ sample }, rows);
        assert.equal(chosen.length, Math.min(n, rows.length));
        assert.deepEqual(idsOf({ sample }, rows.toReversed()).toReversed(), chosen);
        assert.deepEqual(
          idsOf(
            { sample },
            rows.filter(({ id }) => chosen.includes(id)),
          ),
          chosen,
        );
      }),
    );
  });
});
