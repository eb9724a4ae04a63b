import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseJudges } from './choose-judges.ts';

describe('chooseJudges', () => {
  it('keeps judges that failed on at most 5 % of the turns', () => {
    const counts = [
      { model: 'a', asked: 100, failed: 5 },
      { model: 'b', asked: 100, failed: 0 },
    ];
    assert.deepEqual(chooseJudges(counts), { kept: ['a', 'b'], removed: [], warnings: [] });
  });

  it('removes a judge from both runs that failed too often in one of them, and says so', () => {
    const counts = [
      { model: 'a', asked: 100, failed: 0 },
      { model: 'b', asked: 100, failed: 0 },
      { model: 'a', asked: 50, failed: 4 },
      { model: 'b', asked: 50, failed: 1 },
    ];
    assert.deepEqual(chooseJudges(counts), {
      kept: ['b'],
      removed: ['a'],
      warnings: ['judge a failed on 4 of 50 turns, more than 5 %, and was left out of every score'],
    });
  });

  it('keeps a judge that was never asked', () => {
    assert.deepEqual(chooseJudges([{ model: 'a', asked: 0, failed: 0 }]).kept, ['a']);
  });

  it('puts every judge either among the kept or among the removed, in any order of the counts', () => {
    const count = fc.record({
      model: fc.constantFrom('a', 'b', 'c'),
      asked: fc.nat({ max: 50 }),
      failed: fc.nat({ max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(count), (counts) => {
        const { kept, removed, warnings } = chooseJudges(counts);
        const models = new Set(counts.map(({ model }) => model));
        assert.deepEqual([...kept, ...removed].toSorted(), [...models].toSorted());
        assert.equal(warnings.length, removed.length);
        assert.deepEqual(new Set(chooseJudges(counts.toReversed()).removed), new Set(removed));
      }),
    );
  });
});
