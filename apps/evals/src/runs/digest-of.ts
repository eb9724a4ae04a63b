import type { Comparison, RunDigest } from '@assay/contracts';
import type { RunSummary } from '../db/run-summary.ts';
import type { TurnTally } from '../db/tally-turns.ts';

/** What lists say of a run that is over. */
export function digestOf(
  { stats, comparison }: Pick<RunSummary, 'stats' | 'comparison'>,
  { latency_ms }: TurnTally,
): RunDigest {
  return {
    ci95: stats['overall']?.ci95 ?? null,
    latency_ms,
    verdict: comparison ? verdictOf(comparison) : null,
  };
}

function verdictOf({ baseline, on_this_suite: suite, ...rest }: Comparison): RunDigest['verdict'] {
  const changed = (word: 'regressed' | 'improved'): number =>
    rest.scenarios.filter(({ verdict }) => verdict?.word === word).length;
  return {
    baseline_run_id: baseline.run_id,
    word: suite?.word ?? null,
    delta: suite?.delta ?? rest.metrics['overall']?.delta ?? null,
    interval: suite?.interval ?? null,
    regressed: changed('regressed'),
    improved: changed('improved'),
    compared: rest.compared,
  };
}
