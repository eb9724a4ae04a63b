import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HANG_UPS, openHangUps } from '../support/services/hang-up.ts';

const TIMES = 25;

it('200 callers hang up, and provider connections are closed within 200 ms', async (t) => {
  await using callers = await openHangUps();
  const delays: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    for (const { model, path } of HANG_UPS) delays.push(await callers.measureDelay(path, model));
  }
  delays.sort((a, b) => a - b);
  const [p95 = Number.NaN, slowest = Number.NaN] = [delays[delays.length * 0.95], delays.at(-1)];
  t.diagnostic(`95 of 100: ${p95.toFixed(1)} ms, the slowest ${slowest.toFixed(1)} ms`);
  assert.ok(p95 < 200, `${p95} ms`);
});
