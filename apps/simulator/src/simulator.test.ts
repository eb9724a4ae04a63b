import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberRuns } from './simulator.ts';

describe('numberRuns', () => {
  it('numberRuns replaces the run id in a conversation with the number of the run, in order of arrival', () => {
    const named = numberRuns();
    assert.deepEqual(['b/0/1', 'a/0/1', 'b/2/0', 'alone'].map(named), [
      '0/0/1',
      '1/0/1',
      '0/2/0',
      '2',
    ]);
  });

  it('numberRuns gives the same names to the same sequence of runs, independent of their ids', () => {
    const positions = ['0/0', '0/1', '1/0'];
    const namesOf = (...runs: readonly string[]): readonly string[] => {
      const named = numberRuns();
      return runs.flatMap((run) => positions.map((position) => named(`${run}/${position}`)));
    };
    assert.deepEqual(namesOf('x', 'y'), namesOf('y', 'x'));
    assert.equal(new Set(namesOf('x', 'y')).size, 6);
  });
});
