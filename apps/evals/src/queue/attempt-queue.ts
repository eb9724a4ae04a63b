import type { RunId } from '@assay/contracts';

export interface AttemptJob {
  readonly runId: RunId;
  readonly scenarioNo: number;
  readonly attemptNo: number;
}

export interface AttemptHandler {
  handle(job: AttemptJob, signal: AbortSignal): Promise<void>;
  /** A fault of ours, not of the endpoint: the run cannot be completed. */
  giveUp(job: AttemptJob, error: unknown): Promise<void>;
}

/** Work that is waiting. In this process for now; a durable queue takes this port over. */
export interface AttemptQueue {
  /** Jobs of one run, in order; at most `concurrency` of them are under way at once. */
  enqueue(jobs: readonly AttemptJob[], concurrency: number): Promise<void>;
  /** Waits for the end of what was enqueued; the process ends in any case when its time is up. */
  close(): Promise<void>;
}
