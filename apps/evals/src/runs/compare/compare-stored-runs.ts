import { AppError, DEFAULT_METRIC, type Comparison, type RunId } from '@fairtrial/contracts';
import { requireEnded } from '../find/load-run.ts';
import type { Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { leaveOutExcluded } from '../summary/leave-out-excluded.ts';
import { loadUserRecords } from '../summary/report-users.ts';
import {
  compareAggregates,
  type ComparedRuns,
  type ComparisonOptions,
} from './compare-aggregates.ts';
import type { MatchedAggregates } from './pair-scores.ts';
import { compareLabelled } from '../labels/compare-labelled.ts';
import { measureRunVariance } from './measure-run-variance.ts';
import { listComparedTurns } from '../../db/turns/page-turns.ts';
import { findJudgeDoubt } from '../../db/runs/run-summary.ts';
import { aggregateRun, type CountedRows, type RunAggregate } from '../summary/aggregate-run.ts';
import { findDecisions } from './looks.ts';
import { matchPlans, type PlanMatch, type RunRole } from '../plan/match-plans.ts';

interface RunIdPair {
  readonly project: string;
  readonly baseline: RunId;
  readonly candidate: RunId;
}

/** Compares two runs of a project that have ended. */
export async function compareStoredRuns(
  tx: SqlExecutor,
  { project, ...ids }: RunIdPair,
  options: ComparisonOptions,
): Promise<Comparison> {
  const baseline = await requireEnded(tx, project, ids.baseline);
  const candidate = await requireEnded(tx, project, ids.candidate);
  const decisions = await findDecisions(tx, { baseline, candidate, ...options });
  const runs = { baseline, candidate, isSequential: decisions !== undefined };
  const aggregates = await loadAggregates(tx, runs, options.metric);
  const known = new Set([...aggregates.baseline.metrics, ...aggregates.candidate.metrics]);
  const mayBeLeftOut = aggregates.matching.changed.length > 0; // with its metrics
  if (options.metric !== DEFAULT_METRIC && !known.has(options.metric) && !mayBeLeftOut) {
    const detail = `neither run has the metric '${options.metric}'; there are ${[...known].toSorted().join(', ')}`;
    throw new AppError('invalid_request', detail, { errors: [{ pointer: '/metric', detail }] });
  }
  const { metric } = options;
  const { matching } = aggregates;
  const compared = matching.scenarios.length;
  const between = await measureRunVariance(tx, { baseline, candidate, metric, compared });
  const judgeDoubts = {
    baseline: await findJudgeDoubt(tx, baseline.id),
    candidate: await findJudgeDoubt(tx, candidate.id),
  };
  const corrected = await compareLabelled(tx, { baseline, candidate, matching });
  const users = await loadUsers(tx, { baseline, candidate });
  return compareAggregates(
    { baseline, candidate, aggregates, between, judgeDoubts, corrected, users, decisions },
    options,
  );
}

/** Returns what is on record about the simulated users of both runs. */
export async function loadUsers(
  tx: SqlExecutor,
  { baseline, candidate }: Pick<RunPair, 'baseline' | 'candidate'>,
): Promise<NonNullable<ComparedRuns['users']>> {
  return {
    baseline: await loadUserRecords(tx, baseline),
    candidate: await loadUserRecords(tx, candidate),
  };
}

interface RunPair {
  readonly baseline: Run;
  readonly candidate: Run;
  /** True if the looks at the candidate decide, with all its attempts. */
  readonly isSequential: boolean;
}

/**
 * Aggregates the scenarios that have equal content in both runs. Of a run with early stopping only the attempts of the first
 * look count, unless its looks decide: further attempts depend on the scores of earlier ones, so their mean is biased.
 */
export async function loadAggregates(
  tx: SqlExecutor,
  { baseline, candidate, isSequential }: RunPair,
  metric: string,
): Promise<MatchedAggregates> {
  const matching = matchPlans(baseline.plan.scenarios, candidate.plan.scenarios);
  const load = (run: Run, role: RunRole): Promise<RunAggregate> =>
    loadRunAggregate(tx, run, {
      metric,
      counted: countedTurns(matching, role),
      firstAttempts:
        isSequential && role === 'candidate' ? undefined : run.plan.looks?.[0]?.attempts,
    });
  // Sequentially, so that only one page is in memory.
  const baselineAggregate = await load(baseline, 'baseline');
  const candidateAggregate = await load(candidate, 'candidate');
  return { matching, baseline: baselineAggregate, candidate: candidateAggregate };
}

interface LoadOptions {
  readonly metric: string;
  readonly counted?: CountedRows;
  /** Only the first attempts at each scenario are counted; all if `undefined`. */
  readonly firstAttempts?: number | undefined;
}

export async function loadRunAggregate(
  tx: SqlExecutor,
  run: Run,
  options: LoadOptions,
): Promise<RunAggregate> {
  const aggregator = aggregateRun({ plan: run.plan, ...options });
  const pages = leaveOutExcluded(run.plan, listComparedTurns(tx, run.id));
  for await (const page of pages) aggregator.add(page);
  return aggregator.read();
}

function countedTurns({ scenarios }: PlanMatch, role: RunRole): CountedRows {
  return new Map(scenarios.map((at) => [at[role], new Set(at.turns)]));
}
