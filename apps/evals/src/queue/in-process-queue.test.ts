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

  it('gives a run up once when one of its jobs throws, and ends the others', async () => {
    const given: number[] = [];
    const begun: number[] = [];
    let aborted = 0;
    const queue = createInProcessQueue({
      handle({ attemptNo }, signal) {
        begun.push(attemptNo);
        if (attemptNo === 1) return Promise.reject(new Error('fault'));
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(signal.reason as Error);
          });
        });
      },
      async giveUp({ attemptNo }) {
        given.push(attemptNo);
      },
    });
    await queue.enqueue(jobs(10), 3);
    await queue.close();
    assert.deepEqual([given, begun, aborted], [[1], [0, 1, 2], 2]);
  });

  it('waits for what was enqueued when it closes', async () => {
    let done = 0;
    const queue = createInProcessQueue({
      async handle() {
        await nextTick();
        done += 1;
      },
      giveUp: async () => assert.fail(),
    });
    await queue.enqueue(jobs(5), 2);
    await queue.close();
    assert.equal(done, 5);
  });
});
