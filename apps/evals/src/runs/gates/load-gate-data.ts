import type { LabelledScenario } from '@fairtrial/statistics';
import type { Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findJudgeDoubt } from '../../db/runs/run-summary.ts';
import { compareAggregates, type RunVariance } from '../compare/compare-aggregates.ts';
import { measureRunVariance } from '../compare/measure-run-variance.ts';
import type { MatchedAggregates } from '../compare/pair-scores.ts';
import { loadAggregates, loadRunAggregate, loadUsers } from '../compare/compare-stored-runs.ts';
import { compareLabelled } from '../labels/compare-labelled.ts';
import { loadLabelled } from '../labels/load-labelled.ts';
import { DEFAULT_MARGIN, DEFAULT_METRIC, type Comparison } from '@fairtrial/contracts';
import type { RunAggregate } from '../summary/aggregate-run.ts';
import { findDecisions } from '../compare/find-decisions.ts';

/** The data that gates are decided on. */
export interface GateData {
  readonly run: Run;
  /** The whole run, including scenarios that the baseline lacks or has with other content. */
  readonly whole: RunAggregate;
  /** `undefined` if there is no baseline, or it was deleted. */
  readonly compared: ComparedGateData | undefined;
  /** Why the judge of the run is not trusted. */
  readonly judgeDoubt?: string | undefined;
  /** The attempts of each scenario with the blind labels of people; `undefined` without labels. */
  readonly labelled?: readonly LabelledScenario[] | undefined;
}

interface ComparedGateData {
  readonly baseline: Run;
  readonly aggregates: MatchedAggregates;
  readonly comparison: Comparison;
  /** Noise between runs, if it was measured. */
  readonly between: RunVariance | undefined;
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
