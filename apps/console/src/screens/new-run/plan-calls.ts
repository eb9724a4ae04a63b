export interface CallPlan {
  /** How many turns each scenario has. */
  readonly turns: readonly number[];
  readonly attempts: number;
  readonly concurrency: number;
  /** Latency of a test call; undefined if there was none. */
  readonly latencyMs: number | undefined;
}

export interface PlannedCalls {
  readonly calls: number;
  /** Estimated duration; undefined if the latency is not known. */
  readonly durationMs: number | undefined;
}

/** Turns of a conversation run one after the other, so the longest conversation bounds the duration. */
export function planCalls({ turns, attempts, concurrency, latencyMs }: CallPlan): PlannedCalls {
  const calls = turns.reduce((sum, count) => sum + count, 0) * attempts;
  if (latencyMs === undefined || calls === 0) return { calls, durationMs: undefined };
  const sequentialCalls = Math.max(Math.ceil(calls / Math.max(1, concurrency)), ...turns);
  return { calls, durationMs: sequentialCalls * latencyMs };
}
