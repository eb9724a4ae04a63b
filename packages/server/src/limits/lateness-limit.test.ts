import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLatenessLimit, type LatenessLimit } from './lateness-limit.ts';

const MAX = 1000;
const LATE_MS = 51;
const IN_TIME_MS = 50;

/** A process whose event loop is late when more than so many are under way, with more callers than it takes. */
function playSeconds(limit: LatenessLimit, bears: number, seconds: number): readonly number[] {
  const underWay: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    underWay.push(limit.current);
    limit.observe(limit.current > bears ? LATE_MS : IN_TIME_MS, limit.current);
  }
  return underWay;
}

describe('the limit on what an event loop bears', () => {
  it('is the maximum until the loop is late', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) limit.observe(IN_TIME_MS, MAX);
    assert.equal(limit.current, MAX);
  });

  it('comes near to what the loop bears, from above and from below, and stays there', () => {
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

  it('is never more than the maximum nor less than a hundred, or the maximum where that is less', () => {
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

  it('is not lowered by lateness that a few requests cannot be the cause of', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) limit.observe(LATE_MS, 99);
    assert.equal(limit.current, MAX);
  });

  it('is not lowered by single late seconds, as when a burst comes in', () => {
    const limit = createLatenessLimit(MAX);
    for (let second = 0; second < 10; second += 1) {
      limit.observe(second % 2 === 0 ? LATE_MS : IN_TIME_MS, 600);
    }
    assert.equal(limit.current, MAX);
  });

  it('is not lowered again before some of those that are too many have ended', () => {
    const limit = createLatenessLimit(MAX);
    limit.observe(LATE_MS, 600);
    limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    for (let second = 0; second < 10; second += 1) limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    limit.observe(LATE_MS, 540);
    assert.equal(limit.current, 486);
  });

  it('is the maximum again as soon as hardly anything is under way', () => {
    const limit = createLatenessLimit(MAX);
    limit.observe(LATE_MS, 600);
    limit.observe(LATE_MS, 600);
    assert.equal(limit.current, 540);
    limit.observe(IN_TIME_MS, 0);
    assert.equal(limit.current, MAX);
  });
});
