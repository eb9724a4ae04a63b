export interface CallPlan {
  /** How many turns each scenario has. */
  readonly turns: readonly number[];
  readonly attempts: number;
  readonly concurrency: number;
  /** What one call takes, where somebody has tried. */
  readonly latencyMs: number | undefined;
}

export interface Planned {
  readonly calls: number;
  /** About how long they take; undefined where nothing is known of the endpoint. */
  readonly durationMs: number | undefined;
}

/** Turns of a conversation wait for one another: more lanes help only until the longest conversation decides. */
export function planCalls({ turns, attempts, concurrency, latencyMs }: CallPlan): Planned {
  const calls = turns.reduce((sum, count) => sum + count, 0) * attempts;
  if (latencyMs === undefined || calls === 0) return { calls, durationMs: undefined };
  const inARow = Math.max(Math.ceil(calls / Math.max(1, concurrency)), ...turns);
  return { calls, durationMs: inARow * latencyMs };
}
