import type { ScorerTurn } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchTurns } from './own-scorers.ts';

function turn(id: string, chars: number): ScorerTurn {
  const reply = 'x'.repeat(chars);
  return { id, conversation: [], reply, reference: null, metadata: {}, tool_calls: [] };
}

describe('batchTurns', () => {
  it('keeps every turn in order, in as few batches of at most 50 as possible', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), (count) => {
        const turns = Array.from({ length: count }, (_, at) => turn(String(at), 10));
        const batches = [...batchTurns(turns)];
        assert.deepEqual(batches.flat(), turns);
        assert.equal(batches.length, Math.ceil(count / 50));
        assert.ok(batches.every(({ length }) => length > 0 && length <= 50));
      }),
    );
  });

  it('keeps large turns apart, and sends one that is too large alone', () => {
    const turns = [turn('a', 3e6), turn('b', 3e6), turn('c', 6e6), turn('d', 1), turn('e', 1)];
    const ids = [...batchTurns(turns)].map((batch) => batch.map(({ id }) => id));
    assert.deepEqual(ids, [['a'], ['b'], ['c'], ['d', 'e']]);
  });
});
