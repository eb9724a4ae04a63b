import type { AttemptHandler, AttemptJob, AttemptQueue } from './attempt-queue.ts';

export function createInProcessQueue(handler: AttemptHandler): AttemptQueue {
  const lanes = new Set<Promise<void>>();
  const stop = new AbortController();

  async function runLane(waiting: Iterator<AttemptJob>): Promise<void> {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      try {
        await handler.handle(next.value, stop.signal);
      } catch (error) {
        await handler.giveUp(next.value, error);
      }
    }
  }

  return {
    async enqueue(jobs, concurrency) {
      // Every lane takes the next job from the same list, so they begin in order.
      const waiting = jobs.values();
      for (let n = 0; n < Math.min(concurrency, jobs.length); n += 1) {
        const lane = runLane(waiting).finally(() => lanes.delete(lane));
        lanes.add(lane);
      }
    },
    async close() {
      stop.abort(new Error('the service is shutting down'));
      await Promise.allSettled(lanes);
    },
  };
}
