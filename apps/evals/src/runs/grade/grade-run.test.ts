import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTaskPool } from './grade-run.ts';

describe('createTaskPool', () => {
  it('createTaskPool runs no more tasks at once than allowed, and drain waits for all of them', async () => {
    const pool = createTaskPool(3);
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

  it('createTaskPool throws the error of the first failed task after the others are done', async () => {
    const pool = createTaskPool(5);
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
