import type { Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { compareAggregates } from '../compare/compare-aggregates.ts';
import { DEFAULT_MARGIN, DEFAULT_METRIC } from '../compare/compare-stored-runs.ts';
import { readAggregate, readAggregates } from '../compare/read-aggregates.ts';
import type { GateData } from './gate-data.ts';

/** Reads a run, and its baseline where there is one, turn by turn. */
export async function loadGateData(tx: Tx, run: Run, baseline: Run | undefined): Promise<GateData> {
  const metric = DEFAULT_METRIC;
  const readWhole = () => readAggregate(tx, run, { metric });
  if (baseline === undefined) return { run, whole: await readWhole(), compared: undefined };
  const sides = await readAggregates(tx, { baseline, candidate: run }, metric);
  const options = { metric, margin: DEFAULT_MARGIN };
  const comparison = compareAggregates({ baseline, candidate: run, sides }, options);
  const { scenarios, interactions } = sides.matching.unmatched;
  const isPartial = [...scenarios, ...interactions].some(({ side }) => side === 'candidate');
  const whole = isPartial ? await readWhole() : sides.candidate;
  return { run, whole, compared: { baseline, sides, comparison } };
}
