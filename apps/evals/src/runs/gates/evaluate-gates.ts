import {
  type Comparison,
  type GateVerdict,
  type RunId,
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
} from '@fairtrial/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { isOver, type Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { decideGates } from './decide-gates.ts';
import { findJudgeDoubt } from '../../db/runs/run-summary.ts';
import type { GateData } from './measure-gate.ts';
import { compareAggregates } from '../compare/compare-aggregates.ts';
import { measureRunVariance } from '../compare/measure-run-variance.ts';
import { loadAggregates, loadRunAggregate, loadUsers } from '../compare/compare-stored-runs.ts';
import { compareLabelled } from '../labels/compare-labelled.ts';
import { loadLabelled } from '../labels/labelled-attempts.ts';
import { findDecisions } from '../compare/looks.ts';

export interface GateEvaluation {
  readonly comparison: Comparison | undefined;
  readonly gate: GateVerdict | undefined;
  readonly warnings: readonly string[];
}

/**
 * Compares a run that has just ended with its baseline and decides the gates of its plan, if it has any. `judgeDoubt`:
 * why its judge is not trusted, which leaves the gates undecided.
 */
export async function evaluateGates(
  tx: SqlExecutor,
  run: Run,
  judgeDoubt: string | undefined,
): Promise<GateEvaluation> {
  const { gates, baselineRunId } = run.plan;
  if (gates.length === 0) return { comparison: undefined, gate: undefined, warnings: [] };
  const baseline = await findBaseline(tx, baselineRunId);
  const data = await loadGateData(tx, { run, baseline, judgeDoubt });
  const isGone = baselineRunId !== undefined && baseline === undefined;
  return {
    comparison: data.compared?.comparison,
    gate: decideGates({ gates, baselineRunId }, data),
    warnings: isGone
      ? [`run ${baselineRunId} was deleted or is running again, so it was not compared`]
      : [],
  };
}

/** `undefined` if the baseline was deleted or restarted after the run started. */
async function findBaseline(tx: SqlExecutor, id: RunId | undefined): Promise<Run | undefined> {
  const run = id === undefined ? undefined : await findRun(tx, id);
  return run && isOver(run) ? run : undefined;
}

interface GatedRuns {
  readonly run: Run;
  readonly baseline: Run | undefined;
  readonly judgeDoubt: string | undefined;
}

/** Aggregates a run, and compares it with its baseline if there is one. */
export async function loadGateData(
  tx: SqlExecutor,
  { run, baseline, judgeDoubt }: GatedRuns,
): Promise<GateData> {
  const metric = DEFAULT_METRIC;
  const readWhole = () => loadRunAggregate(tx, run, { metric });
  const labelled = await loadLabelled(tx, run);
  if (baseline === undefined) {
    return { run, whole: await readWhole(), compared: undefined, judgeDoubt, labelled };
  }
  const options = { metric, margin: DEFAULT_MARGIN };
  const decisions = await findDecisions(tx, { baseline, candidate: run, ...options });
  const isSequential = decisions !== undefined;
  const aggregates = await loadAggregates(tx, { baseline, candidate: run, isSequential }, metric);
  const { matching } = aggregates;
  const compared = matching.scenarios.length;
  const between = await measureRunVariance(tx, { baseline, candidate: run, metric, compared });
  const judgeDoubts = { candidate: judgeDoubt, baseline: await findJudgeDoubt(tx, baseline.id) };
  const corrected = await compareLabelled(tx, { baseline, candidate: run, matching });
  const users = await loadUsers(tx, { baseline, candidate: run });
  const measured = { baseline, candidate: run, aggregates, between };
  const runs = { ...measured, judgeDoubts, corrected, users, decisions };
  const comparison = compareAggregates(runs, options);
  const isPartial =
    matching.changed.length > 0 ||
    matching.unmatched.scenarios.some(({ side }) => side === 'candidate');
  const isFirstLook = run.plan.looks !== undefined && !isSequential;
  const whole = isPartial || isFirstLook ? await readWhole() : aggregates.candidate;
  const comparedRuns = { baseline, aggregates, comparison, between };
  return { run, whole, compared: comparedRuns, judgeDoubt, labelled };
}
