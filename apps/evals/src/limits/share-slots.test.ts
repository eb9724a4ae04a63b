import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareSlots } from './share-slots.ts';

interface Worker {
  /** Reserved slots. */
  slots: number;
  /** Allowed calls in flight. */
  may: number;
  want: number;
  inFlight: number;
}

function renew(limit: number, workers: readonly Worker[], at: number): void {
  const me = workers[at];
  if (me === undefined) return;
  const others = workers.filter((worker) => worker !== me);
  const share = shareSlots({ limit, others, want: me.want, inFlight: me.inFlight });
  me.slots = share.reserved;
  me.may = share.slots;
}

describe('shareSlots', () => {
  it('a single worker gets all slots it wants, and several workers get equal shares', () => {
    const alone = shareSlots({ limit: 48, others: [], want: 100, inFlight: 0 });
    assert.deepEqual(alone, { slots: 48, reserved: 48, isShort: false });
    const workers = [1, 2, 3].map(() => ({ slots: 0, may: 0, want: 100, inFlight: 0 }));
    for (let round = 0; round < 2; round += 1) for (const at of [0, 1, 2]) renew(48, workers, at);
    assert.deepEqual(
      workers.map(({ slots }) => slots),
      [16, 16, 16],
    );
  });

  it('slots that one worker does not want go to the others', () => {
    const workers = [5, 100, 100].map((want) => ({ slots: 0, may: 0, want, inFlight: 0 }));
    for (let round = 0; round < 3; round += 1) for (const at of [0, 1, 2]) renew(48, workers, at);
    const [few, ...many] = workers.map(({ slots }) => slots);
    assert.equal(few, 5);
    assert.deepEqual(
      many.map((slots) => Math.abs(slots - 21.5) < 1),
      [true, true],
    );
  });

  it('shareSlots never hands out more than the limit, for any order of renewals', () => {
    const step = fc.record({
      at: fc.nat(3),
      want: fc.nat(100),
      begun: fc.nat(60),
      isRenewal: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(step, { maxLength: 80 }),
        (limit, steps) => {
          const workers = [0, 1, 2, 3].map((): Worker => ({
            slots: 0,
            may: 0,
            want: 0,
            inFlight: 0,
          }));
          for (const { at, want, begun, isRenewal } of steps) {
            const me = workers[at];
            assert.ok(me);
            me.want = want;
            if (isRenewal) renew(limit, workers, at);
            else me.inFlight = Math.min(Math.max(me.may, me.inFlight), begun);
            const sum = workers.reduce((all, { slots }) => all + slots, 0);
            assert.ok(sum <= limit, `${sum} of ${limit}`);
          }
        },
      ),
    );
  });
});
