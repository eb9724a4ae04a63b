import type { AttemptHandler, AttemptJob, AttemptQueue } from './attempt-queue.ts';

export function createInProcessQueue(handler: AttemptHandler): AttemptQueue {
  const lanes = new Set<Promise<void>>();

  /** One of the runners of a run; a fault in one of them ends them all. */
  async function runLane(waiting: Iterator<AttemptJob>, fault: AbortController): Promise<void> {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      if (fault.signal.aborted) return;
      try {
        await handler.handle(next.value, fault.signal);
      } catch (error) {
        if (fault.signal.aborted) return;
        fault.abort(error);
        await handler.giveUp(next.value, error);
      }
    }
  }

  return {
    async enqueue(jobs, concurrency) {
      // Every lane takes the next job from the same list, so they begin in order.
      const waiting = jobs.values();
      const fault = new AbortController();
      for (let n = 0; n < Math.min(concurrency, jobs.length); n += 1) {
        const lane = runLane(waiting, fault).finally(() => lanes.delete(lane));
        lanes.add(lane);
      }
    },
    async close() {
      await Promise.allSettled(lanes);
    },
  };
}
