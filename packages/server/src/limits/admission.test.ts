import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAdmission, type Admission } from './admission.ts';

const CREDIT = 20;
const MAX_WAIT_MS = 500;
/** Upper bound of a measured pace. */
const SLOWEST_MS = 20;
const REFILL_MS = 1000;

interface Clocked {
  readonly admission: Admission;
  now: number;
  /** When each waiting request joined the queue. */
  readonly joined: number[];
}

function createClocked(shortLine = 0): Clocked {
  const options = { credit: CREDIT, maxWaitMs: MAX_WAIT_MS, shortLine, refillMs: REFILL_MS };
  return { admission: createAdmission(options), now: 0, joined: [] };
}

/** Returns whether the request is admitted; if so, it joins the queue. */
function arrive(line: Clocked): boolean {
  const isAdmitted = line.admission.admits(line.joined.length);
  if (isAdmitted) {
    if (line.joined.length === 0) line.admission.startLine(line.now);
    line.joined.push(line.now);
  }
  return isAdmitted;
}

function leave(line: Clocked): void {
  line.admission.leave(line.now);
  line.joined.shift();
}

/** Returns how many of the arrivals are admitted. */
function countAdmitted(line: Clocked, arrivals: number): number {
  return Array.from({ length: arrivals }, () => arrive(line)).filter(Boolean).length;
}

/** Arrivals, departures from the head of the queue and pauses, in any order. */
const history = fc.array(
  fc.oneof(
    fc.constant('arrive' as const),
    fc.constant('leave' as const),
    fc.integer({ min: 1, max: 500 }),
  ),
  { maxLength: 300 },
);

function play(line: Clocked, steps: readonly ('arrive' | 'leave' | number)[]): void {
  for (const step of steps) {
    if (typeof step === 'number') line.now += step;
    else if (step === 'arrive') arrive(line);
    else if (line.joined.length > 0) leave(line);
  }
}

function empty(line: Clocked): void {
  while (line.joined.length > 0) leave(line);
}

describe('admission', () => {
  it('admits every request while the queue is empty, regardless of earlier load', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const line = createClocked();
        play(line, steps);
        empty(line);
        assert.ok(arrive(line));
      }),
    );
  });

  it('admits every request while the queue is short enough for the slowest pace, regardless of earlier load', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const line = createClocked();
        play(line, steps);
        empty(line);
        assert.equal(countAdmitted(line, MAX_WAIT_MS / SLOWEST_MS), MAX_WAIT_MS / SLOWEST_MS);
      }),
    );
  });

  it('admits a full burst after one second with an empty queue, regardless of the pace measured before', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const line = createClocked();
        play(line, steps);
        empty(line);
        line.now += REFILL_MS;
        assert.ok(countAdmitted(line, 10 * CREDIT + MAX_WAIT_MS) >= CREDIT + MAX_WAIT_MS);
      }),
    );
  });

  it('spends its credit once under sustained overload, then keeps the queue within its limit', () => {
    const line = createClocked();
    for (let tick = 0; tick < 3000; tick += 1) {
      countAdmitted(line, 3); // three arrivals per request that starts
      line.now += 10;
      leave(line);
    }
    assert.ok(line.joined.length * 10 <= MAX_WAIT_MS + 3 * 10, `${line.joined.length} wait`);
  });

  it('admits a few callers that each send their next request at once, however slow the process is', () => {
    const callers = 32;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 200 }), (pauses) => {
        const line = createClocked(callers + 1);
        assert.equal(countAdmitted(line, callers), callers);
        for (const pause of pauses) {
          line.now += pause;
          leave(line);
          assert.ok(arrive(line));
        }
      }),
    );
  });

  it('regains credit only while the queue is empty', () => {
    const line = createClocked();
    const burst = 10 * CREDIT + MAX_WAIT_MS;
    const whole = countAdmitted(line, burst);
    assert.ok(whole < burst);
    line.now += 10 * REFILL_MS;
    assert.equal(countAdmitted(line, 1), 0);
    empty(line);
    line.now += REFILL_MS;
    assert.equal(countAdmitted(line, burst), whole);
  });
});
