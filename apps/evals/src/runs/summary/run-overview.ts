import type { Comparison, RunOverview } from '@assay/contracts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import type { TurnCounts } from '../../db/turns/count-turns.ts';

/** What lists say of a run that is over. */
export function toRunOverview(
  { stats, comparison }: Pick<RunSummary, 'stats' | 'comparison'>,
  { latency_ms }: TurnCounts,
): RunOverview {
  return {
    ci95: stats['overall']?.ci95 ?? null,
    latency_ms,
    verdict: comparison ? verdictOf(comparison) : null,
  };
}

function verdictOf({
  baseline,
  on_this_suite: suite,
  ...rest
}: Comparison): RunOverview['verdict'] {
  const changed = (word: 'regressed' | 'improved'): number =>
    rest.scenarios.filter(({ verdict }) => verdict?.result === word).length;
  return {
    baseline_run_id: baseline.run_id,
    result: suite?.result ?? null,
    delta: suite?.delta ?? rest.metrics['overall']?.delta ?? null,
    interval: suite?.interval ?? null,
    regressed: changed('regressed'),
    improved: changed('improved'),
    compared: rest.compared,
  };
}
