import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HANG_UPS, openHangUps, type HangUps } from '../../support/services/hang-up.ts';

describe('a caller that hangs up', () => {
  let callers: HangUps;

  before(async () => {
    callers = await openHangUps();
  });
  after(() => callers[Symbol.asyncDispose]());

  for (const { when, model, path } of HANG_UPS) {
    it(`${when} stops the provider's work at once, at ${path}`, async () => {
      // A busy machine may delay any single call; an agent that waits for something delays all of them.
      const delays: number[] = [];
      while (delays.length < 5 && !(Math.min(...delays) < 200)) {
        delays.push(await callers.measureDelay(path, model));
      }
      assert.ok(Math.min(...delays) < 200, `${delays.join(', ')} ms`);
    });
  }
});
