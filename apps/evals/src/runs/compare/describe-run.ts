import type { ComparedRun } from '@assay/contracts';
import { quantile } from '@assay/statistics';
import type { Run } from '../../db/runs/run.ts';
import { round } from '../summary/rounding.ts';
import type { Side } from './aggregate-run.ts';

/** One of two compared runs, as a whole. */
export function describeRun(run: Run, side: Side, metric: string): ComparedRun {
  const { turns, answered, spent } = side.totals;
  return {
    run_id: run.id,
    test_name: run.plan.testName,
    model_id: run.plan.modelId,
    created_at: run.createdAt.toISOString(),
    turns: { finished: turns, total: plannedTurns(run) },
    incomplete_attempts: side.incompleteAttempts,
    availability: turns === 0 ? null : round(answered / turns),
    coverage: round(side.totals.coverage(metric) ?? null),
    latency_ms: latencyOf(side),
    usage: spent.usage,
  };
}

export function plannedTurns({ plan }: Run): number {
  const interactions = plan.scenarios.reduce((sum, { interactions: all }) => sum + all.length, 0);
  return interactions * plan.attempts;
}

function latencyOf({ totals }: Side): ComparedRun['latency_ms'] {
  const median = quantile(totals.latencies, 0.5);
  const p95 = quantile(totals.latencies, 0.95);
  if (median === undefined || p95 === undefined) return null;
  return { median: round(median), p95: round(p95) };
}
