import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLatenessLimit, type LatenessLimit } from './lateness-limit.ts';

const MAX = 1000;
const LATE_MS = 51;
const IN_TIME_MS = 50;

/** Simulates a process with surplus callers whose event loop is late if more than `bears` requests are in progress. */
function playSeconds(limit: LatenessLimit, bears: number, seconds: number): readonly number[] {
  const underWay: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    underWay.push(limit.current);
    limit.observe(limit.current > bears ? LATE_MS : IN_TIME_MS, limit.current);
  }
  return underWay;
}

describe('the lateness limit', () => {
  it('stays at the maximum until the event loop is late', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) limit.observe(IN_TIME_MS, MAX);
    assert.equal(limit.current, MAX);
  });

  it('converges from above and from below to the load the event loop can handle, and stays there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 150, max: MAX }), (bears) => {
        const underWay = playSeconds(createLatenessLimit(MAX), bears, 60).slice(30);
        for (const count of underWay) {
          assert.ok(count <= bears + 2 * MAX * 0.05, `${count} of ${bears}`);
          assert.ok(count >= Math.floor(bears * 0.9), `${count} of ${bears}`);
        }
      }),
    );
  });

  it('never exceeds the maximum nor drops below 100 (or the maximum, if lower)', () => {
    const observation = fc.tuple(
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: MAX }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX }), fc.array(observation), (max, observations) => {
        const limit = createLatenessLimit(max);
        for (const [latenessMs, underWay] of observations) limit.observe(latenessMs, underWay);
        assert.ok(limit.current <= max && limit.current >= Math.min(100, max), `${limit.current}`);
      }),
    );
  });

  it('is not lowered by lateness that so few requests cannot cause', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) limit.observe(LATE_MS, 99);
    assert.equal(limit.current, MAX);
  });

  it('is not lowered by single late seconds, e.g. when a burst arrives', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) {
      limit.observe(second % 2 === 0 ? LATE_MS : IN_TIME_MS, 600);
    }
    assert.equal(limit.current, MAX);
  });

  it('is not lowered again before some of the excess requests have ended', () => {
    const limit = createLatenessLimit(MAX);
    limit.observe(LATE_MS, 600);
    limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    for (let second = 0; second < 10; second += 1) limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    limit.observe(LATE_MS, 540);
    assert.equal(limit.current, 486);
  });

  it('returns to the maximum as soon as hardly any request is in progress', () => {
    const limit = createLatenessLimit(MAX);
    limit.observe(LATE_MS, 600);
    limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    limit.observe(IN_TIME_MS, 0);
    assert.equal(limit.current, MAX);
  });
});
