import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newRunIds } from './new-ids.ts';

const VERSION_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** A version 7 UUID has 48 bits for the time. */
const times = fc.date({ min: new Date(0), max: new Date(2 ** 48 - 1), noInvalidDate: true });

function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

describe('newRunIds', () => {
  it('newRunIds makes version 7 UUIDs that start with the time', () => {
    fc.assert(
      fc.property(times, (time) => {
        for (const id of newRunIds(time)) {
          assert.match(id, VERSION_7);
          assert.equal(timeOf(id), time.getTime());
        }
      }),
    );
  });

  it('the second new run id sorts after the first within the same millisecond', () => {
    fc.assert(
      fc.property(times, (time) => {
        const [older, newer] = newRunIds(time);
        assert.ok(older < newer, `${older} ${newer}`);
      }),
    );
  });

  it('new run ids sort by time', () => {
    fc.assert(
      fc.property(times, times, (early, late) => {
        fc.pre(early < late);
        assert.ok(newRunIds(early)[1] < newRunIds(late)[0]);
      }),
    );
  });
});
