import type { Permit } from '@assay/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gate, type Lease } from './concurrency-limiter.ts';

const FOR_EVER = Number.POSITIVE_INFINITY;
const { signal } = new AbortController();
const calm = { isTooFast: false };

function leaseOf(changes: Partial<Lease>): Lease {
  return { slots: FOR_EVER, reserved: FOR_EVER, tokens: FOR_EVER, until: FOR_EVER, ...changes };
}

/** Lets some in; what is let in can be looked at afterwards. */
function enterAll(gate: Gate, count: number): Permit[] {
  const permits: Permit[] = [];
  for (let n = 0; n < count; n += 1) void gate.enter(signal).then((permit) => permits.push(permit));
  return permits;
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a gate', () => {
  it('lets as many in as the lease says, the next one when one leaves', async () => {
    const gate = new Gate(leaseOf({ slots: 2 }));
    const permits = enterAll(gate, 5);
    await settled();
    assert.deepEqual([permits.length, gate.inFlight, gate.want], [2, 2, 5]);
    permits[0]?.leave(calm);
    await settled();
    assert.equal(permits.length, 3);
    gate.renew(leaseOf({ slots: 10 }));
    await settled();
    assert.equal(permits.length, 5);
  });

  it('begins no more calls than it was given, and none when the lease has run out', async () => {
    const gate = new Gate(leaseOf({ tokens: 3 }));
    const permits = enterAll(gate, 6);
    await settled();
    assert.equal(permits.length, 3);
    gate.renew(leaseOf({ until: performance.now() - 1 }));
    await settled();
    assert.equal(permits.length, 3);
    gate.renew(leaseOf({ tokens: 1 }));
    await settled();
    assert.equal(permits.length, 4);
  });

  it('has no more in flight than before while its lease is being renewed', async () => {
    const gate = new Gate(leaseOf({ slots: 9 }));
    const permits = enterAll(gate, 2);
    await settled();
    gate.hold();
    permits[0]?.leave(calm);
    enterAll(gate, 3);
    await settled();
    assert.equal(gate.inFlight, 2);
    gate.renew(leaseOf({ slots: 3 }));
    await settled();
    assert.equal(gate.inFlight, 3);
  });

  it('asks an endpoint half as much when it complains, and slowly more again', async () => {
    const gate = new Gate();
    const permits = enterAll(gate, 16);
    await settled();
    assert.equal(permits.length, 16, 'without a limit everybody is let in');
    for (const permit of permits.splice(0)) permit.leave({ isTooFast: true });
    const again = enterAll(gate, 100);
    await settled();
    assert.equal(again.length, 8);
    for (let round = 0; round < 8; round += 1) {
      for (const permit of again.splice(0, 8)) permit.leave(calm);
      await settled();
    }
    assert.ok(gate.inFlight > 8 && gate.inFlight <= 16, String(gate.inFlight));
  });

  it('forgets who does not want to wait any more', async () => {
    const gate = new Gate(leaseOf({ slots: 0 }));
    const impatient = new AbortController();
    const waiting = gate.enter(impatient.signal);
    impatient.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    assert.equal(gate.want, 0);
  });
});
