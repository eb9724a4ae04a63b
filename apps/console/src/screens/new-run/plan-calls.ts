import {
  countRunCalls,
  type PlayedRun,
  type RunCalls,
  type ScenarioCalls,
} from '@fairtrial/contracts/plain';

export interface CallPlan extends Omit<PlayedRun, 'models'> {
  readonly scenarios: readonly ScenarioCalls[];
  readonly concurrency: number;
  /** A second model doubles the calls; empty if there is none. */
  readonly against: string;
  /** Latency of a test call; `undefined` if there was none. */
  readonly latencyMs: number | undefined;
}

export interface PlannedCalls extends RunCalls {
  /**
   * Estimated duration without grading and without the model of simulated users, if these use all their messages;
   * `undefined` if the latency is not known.
   */
  readonly durationMs: number | undefined;
}

/** Turns of a conversation run in sequence, so the longest conversation bounds the duration. */
export function planCalls({
  scenarios,
  concurrency,
  against,
  latencyMs,
  ...run
}: CallPlan): PlannedCalls {
  const models = against.trim() === '' ? 1 : 2;
  const calls = countRunCalls(scenarios, { ...run, models });
  const turns = scenarios.map((scenario) => scenario.turns);
  const played = turns.reduce((sum, count) => sum + count, 0) * run.attempts * models;
  if (latencyMs === undefined || played === 0) return { ...calls, durationMs: undefined };
  const sequentialCalls = Math.max(Math.ceil(played / Math.max(1, concurrency)), ...turns);
  return { ...calls, durationMs: sequentialCalls * latencyMs };
}
