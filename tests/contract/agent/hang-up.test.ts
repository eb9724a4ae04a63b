import { after, before, describe, it } from 'node:test';
import { HANG_UPS, openHangUps, type HangUps } from '../../support/services/hang-up.ts';

describe('a caller that hangs up', () => {
  let callers: HangUps;

  before(async () => {
    callers = await openHangUps();
  });
  after(() => callers[Symbol.asyncDispose]());

  for (const { when, model, path } of HANG_UPS) {
    // An agent that does not notice gives up the call after two minutes.
    it(`${when} stops the provider's work at once, at ${path}`, { timeout: 30_000 }, async () => {
      await callers.measureDelay(path, model);
    });
  }
});
