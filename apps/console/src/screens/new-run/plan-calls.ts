export interface CallPlan {
  /** Number of turns of each scenario. */
  readonly turns: readonly number[];
  readonly attempts: number;
  readonly concurrency: number;
  /** A second model doubles the calls; empty if there is none. */
  readonly against: string;
  /** Latency of a test call; `undefined` if there was none. */
  readonly latencyMs: number | undefined;
}

export interface PlannedCalls {
  readonly calls: number;
  /** Estimated duration; `undefined` if the latency is not known. */
  readonly durationMs: number | undefined;
}

/** Turns of a conversation run in sequence, so the longest conversation bounds the duration. */
export function planCalls(plan: CallPlan): PlannedCalls {
  const { turns, attempts, concurrency, against, latencyMs } = plan;
  const models = against.trim() === '' ? 1 : 2;
  const calls = turns.reduce((sum, count) => sum + count, 0) * attempts * models;
  if (latencyMs === undefined || calls === 0) return { calls, durationMs: undefined };
  const sequentialCalls = Math.max(Math.ceil(calls / Math.max(1, concurrency)), ...turns);
  return { calls, durationMs: sequentialCalls * latencyMs };
}
