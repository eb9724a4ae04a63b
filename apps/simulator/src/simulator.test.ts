import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberRuns } from './simulator.ts';

describe('numberRuns', () => {
  it('names conversations by the number of their run, in the order the runs came', () => {
    const named = numberRuns();
    assert.deepEqual(['b/0/1', 'a/0/1', 'b/2/0', 'alone'].map(named), [
      '0/0/1',
      '1/0/1',
      '0/2/0',
      '2',
    ]);
  });

  it('gives the same names to the same runs in the same order, whatever they are called', () => {
    const positions = ['0/0', '0/1', '1/0'];
    const namesOf = (...runs: readonly string[]): readonly string[] => {
      const named = numberRuns();
      return runs.flatMap((run) => positions.map((position) => named(`${run}/${position}`)));
    };
    assert.deepEqual(namesOf('x', 'y'), namesOf('y', 'x'));
    assert.equal(new Set(namesOf('x', 'y')).size, 6);
  });
});
