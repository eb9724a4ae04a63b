import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPool } from './create-pool.ts';

describe('a pool', () => {
  it('does no more at once than it is wide, and waits for all of it', async () => {
    const pool = createPool(3);
    let [underWay, most, done] = [0, 0, 0];
    for (let n = 0; n < 20; n += 1) {
      await pool.begin(async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        for (let turn = 0; turn < n % 4; turn += 1) await nextTurn();
        underWay -= 1;
        done += 1;
      });
    }
    await pool.drain();
    assert.deepEqual([most, done], [3, 20]);
  });

  it('throws what the first that failed threw, after the others are done', async () => {
    const pool = createPool(5);
    let isDone = false;
    await pool.begin(async () => {
      await nextTurn();
      isDone = true;
    });
    await pool.begin(() => Promise.reject(new Error('first')));
    await assert.rejects(pool.drain(), /first/);
    assert.ok(isDone);
    await assert.rejects(
      pool.begin(() => Promise.resolve()),
      /first/,
    );
  });
});
