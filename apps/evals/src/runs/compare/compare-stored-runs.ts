import { AppError, type Comparison, type RunId } from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { isOver, type Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { compareAggregates, type ComparisonOptions } from './compare-aggregates.ts';
import { readAggregates } from './read-aggregates.ts';

export const DEFAULT_MARGIN = 0.03;
export const DEFAULT_METRIC = 'overall';

interface TwoIds {
  readonly project: string;
  readonly baseline: RunId;
  readonly candidate: RunId;
}

/** Compares two runs of a project, both of them over. */
export async function compareStoredRuns(
  tx: Tx,
  { project, ...ids }: TwoIds,
  options: ComparisonOptions,
): Promise<Comparison> {
  const baseline = await requireEnded(tx, project, ids.baseline);
  const candidate = await requireEnded(tx, project, ids.candidate);
  const sides = await readAggregates(tx, { baseline, candidate }, options.metric);
  const known = new Set([...sides.baseline.metrics, ...sides.candidate.metrics]);
  if (options.metric !== DEFAULT_METRIC && !known.has(options.metric)) {
    const detail = `neither run has the metric '${options.metric}'; there are ${[...known].toSorted().join(', ')}`;
    throw new AppError('invalid_request', detail, { errors: [{ pointer: '/metric', detail }] });
  }
  return compareAggregates({ baseline, candidate, sides }, options);
}

/** A run of this project that is over; others' runs are nobody's. */
export async function requireEnded(tx: Tx, project: string, id: RunId): Promise<Run> {
  const run = await findRun(tx, id);
  if (run === undefined || run.project !== project) {
    throw new AppError('run_not_found', `there is no run ${id}`);
  }
  if (!isOver(run)) {
    const detail = `run ${id} is still going on; wait for its end`;
    throw new AppError('run_active', detail);
  }
  return run;
}
