import type { Permit } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConcurrencyLimiter, type Lease } from './concurrency-limiter.ts';

const FOR_EVER = Number.POSITIVE_INFINITY;
const { signal } = new AbortController();
const calm = { isTooFast: false };

function leaseOf(changes: Partial<Lease>): Lease {
  return { slots: FOR_EVER, reserved: FOR_EVER, tokens: FOR_EVER, until: FOR_EVER, ...changes };
}

/** Requests several permits; returns the list to which granted permits are added. */
function enterAll(limiter: ConcurrencyLimiter, count: number, project = 'a'): Permit[] {
  const permits: Permit[] = [];
  for (let n = 0; n < count; n += 1)
    void limiter.enter(project, signal).then((permit) => permits.push(permit));
  return permits;
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('ConcurrencyLimiter', () => {
  it('the limiter admits as many calls as the lease has slots, and the next one when one ends', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 2 }));
    const permits = enterAll(limiter, 5);
    await settled();
    assert.deepEqual([permits.length, limiter.inFlight, limiter.want], [2, 2, 5]);
    permits[0]?.leave(calm);
    await settled();
    assert.equal(permits.length, 3);
    limiter.renew(leaseOf({ slots: 10 }));
    await settled();
    assert.equal(permits.length, 5);
  });

  it('the limiter starts no more calls than it has tokens, and none after the lease has expired', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ tokens: 3 }));
    const permits = enterAll(limiter, 6);
    await settled();
    assert.equal(permits.length, 3);
    limiter.renew(leaseOf({ until: performance.now() - 1 }));
    await settled();
    assert.equal(permits.length, 3);
    limiter.renew(leaseOf({ tokens: 1 }));
    await settled();
    assert.equal(permits.length, 4);
  });

  it('the limiter admits no further calls while its lease is being renewed', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 9 }));
    const permits = enterAll(limiter, 2);
    await settled();
    limiter.freeze();
    permits[0]?.leave(calm);
    enterAll(limiter, 3);
    await settled();
    assert.equal(limiter.inFlight, 2);
    limiter.renew(leaseOf({ slots: 3 }));
    await settled();
    assert.equal(limiter.inFlight, 3);
  });

  it('the limiter halves the concurrency after a 429 and raises it slowly again', async () => {
    const limiter = new ConcurrencyLimiter();
    const permits = enterAll(limiter, 16);
    await settled();
    assert.equal(permits.length, 16, 'without a limit everybody is let in');
    for (const permit of permits.splice(0)) permit.leave({ isTooFast: true });
    const again = enterAll(limiter, 100);
    await settled();
    assert.equal(again.length, 8);
    for (let round = 0; round < 8; round += 1) {
      for (const permit of again.splice(0, 8)) permit.leave(calm);
      await settled();
    }
    assert.ok(limiter.inFlight > 8 && limiter.inFlight <= 16, String(limiter.inFlight));
  });

  it('the limiter removes an aborted call from the queue', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 0 }));
    const impatient = new AbortController();
    const waiting = limiter.enter('a', impatient.signal);
    impatient.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    assert.equal(limiter.want, 0);
  });

  it('the limiter admits the calls of one project in order of arrival', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 1 }));
    const admitted: number[] = [];
    const call = async (n: number): Promise<void> => {
      const permit = await limiter.enter('a', signal);
      admitted.push(n);
      permit.leave(calm);
    };
    await Promise.all([0, 1, 2].map(call));
    assert.deepEqual(admitted, [0, 1, 2]);
  });

  it('the limiter gives the next free slot to the project with the fewest calls in flight', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 4 }));
    const ofA = enterAll(limiter, 100);
    const ofB = enterAll(limiter, 3, 'b');
    await settled();
    assert.deepEqual([ofA.length, ofB.length], [4, 0]);
    for (const permit of ofA.slice(0, 2)) permit.leave(calm);
    await settled();
    assert.deepEqual([ofA.length, ofB.length], [4, 2], 'two each');
    for (const permit of ofB.slice(0, 2)) permit.leave(calm);
    await settled();
    assert.deepEqual([ofA.length, ofB.length], [5, 3], 'what b does not need goes to a');
  });

  it('projects alternate if there is only one slot', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 1 }));
    const admitted: string[] = [];
    const call = async (project: string): Promise<void> => {
      const permit = await limiter.enter(project, signal);
      admitted.push(project);
      await settled();
      permit.leave(calm);
    };
    await Promise.all(['a', 'a', 'a', 'b', 'b'].map(call));
    assert.deepEqual(admitted, ['a', 'a', 'b', 'a', 'b']);
  });

  it('slots are divided by the weights of the projects', async () => {
    const limiter = new ConcurrencyLimiter(leaseOf({ slots: 4 }), new Map([['heavy', 3]]));
    const before = enterAll(limiter, 4, 'light');
    const light = enterAll(limiter, 10, 'light');
    const heavy = enterAll(limiter, 10, 'heavy');
    await settled();
    for (const permit of before) permit.leave(calm);
    await settled();
    assert.deepEqual([heavy.length, light.length], [3, 1]);
  });
});
