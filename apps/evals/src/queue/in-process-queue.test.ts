import type { RunId } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { AttemptJob } from './attempt-queue.ts';
import { createInProcessQueue } from './in-process-queue.ts';

function jobs(count: number): AttemptJob[] {
  return Array.from({ length: count }, (_, attemptNo) => ({
    runId: 'r' as RunId,
    scenarioNo: 0,
    attemptNo,
  }));
}

describe('the queue', () => {
  it('begins jobs in order, and no more at once than it may', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const done = Promise.withResolvers<void>();
    const queue = createInProcessQueue({
      async handle({ attemptNo }) {
        begun.push(attemptNo);
        running += 1;
        most = Math.max(most, running);
        await nextTick();
        running -= 1;
        if (begun.length === 20 && running === 0) done.resolve();
      },
      giveUp: async () => assert.fail(),
    });
    await queue.enqueue(jobs(20), 3);
    await done.promise;
    assert.deepEqual(begun, [...begun.keys()]);
    assert.equal(most, 3);
  });

  it('gives up a job that throws, and goes on with the next', async () => {
    const given: number[] = [];
    const done = Promise.withResolvers<void>();
    const queue = createInProcessQueue({
      async handle({ attemptNo }) {
        if (attemptNo < 2) throw new Error('fault');
        done.resolve();
      },
      async giveUp({ attemptNo }) {
        given.push(attemptNo);
      },
    });
    await queue.enqueue(jobs(3), 1);
    await done.promise;
    assert.deepEqual(given, [0, 1]);
  });

  it('aborts what is under way when it closes', async () => {
    const reasons: unknown[] = [];
    const queue = createInProcessQueue({
      handle: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      async giveUp(_, error) {
        reasons.push(error);
      },
    });
    await queue.enqueue(jobs(1), 1);
    await queue.close();
    assert.match(String(reasons[0]), /shutting down/);
  });
});
