import type { Run } from '../../db/runs/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findJudgeDoubt } from '../../db/runs/run-summary.ts';
import { compareAggregates, type RunVariance } from '../compare/compare-aggregates.ts';
import { measureRunVariance } from '../compare/measure-run-variance.ts';
import type { MatchedAggregates } from '../compare/pair-scores.ts';
import { loadAggregates, loadRunAggregate } from '../compare/compare-stored-runs.ts';
import { DEFAULT_MARGIN, DEFAULT_METRIC, type Comparison } from '@assay/contracts';
import type { RunAggregate } from '../compare/aggregate-run.ts';

/** The data that gates are decided on. */
export interface GateData {
  readonly run: Run;
  /** The whole run, including scenarios that the baseline lacks. */
  readonly whole: RunAggregate;
  /** `undefined` if there is no baseline, or it was deleted. */
  readonly compared: ComparedGateData | undefined;
  /** Why the judge of the run is not trusted. */
  readonly judgeDoubt?: string | undefined;
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
  if (baseline === undefined) {
    return { run, whole: await readWhole(), compared: undefined, judgeDoubt };
  }
  const aggregates = await loadAggregates(tx, { baseline, candidate: run }, metric);
  const options = { metric, margin: DEFAULT_MARGIN };
  const between = await measureRunVariance(tx, { baseline, candidate: run, metric });
  const judgeDoubts = { candidate: judgeDoubt, baseline: await findJudgeDoubt(tx, baseline.id) };
  const runs = { baseline, candidate: run, aggregates, between, judgeDoubts };
  const comparison = compareAggregates(runs, options);
  const { scenarios, interactions } = aggregates.matching.unmatched;
  const isPartial = [...scenarios, ...interactions].some(({ side }) => side === 'candidate');
  const whole = isPartial ? await readWhole() : aggregates.candidate;
  return { run, whole, compared: { baseline, aggregates, comparison, between }, judgeDoubt };
}
