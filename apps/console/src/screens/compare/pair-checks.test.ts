import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairChecks } from './pair-checks.ts';

test('pairChecks pairs the checks of two runs by name, the largest change first', () => {
  const counts = (name: string, failed: number) => ({ name, failed, total: 10, optional: false });
  const pairs = pairChecks(
    [counts('same', 2), counts('better', 5), counts('gone', 1)],
    [counts('same', 2), counts('better', 1), counts('new', 9)],
  );
  assert.deepEqual(
    pairs.map(({ name, change }) => [name, change]),
    [
      ['better', 'fails less often'],
      ['same', 'as often'],
      ['gone', 'only in the baseline'],
      ['new', 'only in the candidate'],
    ],
  );
});
