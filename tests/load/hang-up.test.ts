import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HANG_UPS, openHangUps } from '../support/services/hang-up.ts';

const TIMES = 25;

it('200 callers hang up, and each provider connection is closed within 200 ms', async (t) => {
  await using callers = await openHangUps();
  const delays: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    for (const { model, path } of HANG_UPS) delays.push(await callers.measureDelay(path, model));
  }
  const slowest = Math.max(...delays);
  t.diagnostic(`the slowest of ${delays.length}: ${slowest.toFixed(1)} ms`);
  assert.ok(slowest < 200, `${slowest} ms`);
});
