import { listComparedTurns } from '../../db/turns/list-compared-turns.ts';
import type { Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { aggregateRun, type Side } from './aggregate-run.ts';
import { matchPlans, type Matching, type SideName } from './match-plans.ts';
import type { Sides } from './pair-up.ts';

interface TwoRuns {
  readonly baseline: Run;
  readonly candidate: Run;
}

/** Both runs turn by turn, as far as they have them in common. */
export async function readAggregates(
  tx: Tx,
  { baseline, candidate }: TwoRuns,
  metric: string,
): Promise<Sides> {
  const matching = matchPlans(baseline.plan.scenarios, candidate.plan.scenarios);
  const read = (run: Run, side: SideName): Promise<Side> =>
    readAggregate(tx, run, { metric, counted: countedIn(matching, side) });
  // One after the other: each holds a page at a time.
  const old = await read(baseline, 'baseline');
  return { matching, baseline: old, candidate: await read(candidate, 'candidate') };
}

interface ReadOptions {
  readonly metric: string;
  readonly counted?: ReadonlyMap<number, ReadonlySet<number>>;
}

export async function readAggregate(tx: Tx, run: Run, options: ReadOptions): Promise<Side> {
  const collector = aggregateRun({ plan: run.plan, ...options });
  for await (const page of listComparedTurns(tx, run.id)) collector.add(page);
  return collector.read();
}

function countedIn(
  { scenarios }: Matching,
  side: SideName,
): ReadonlyMap<number, ReadonlySet<number>> {
  return new Map(
    scenarios.map((at) => [at[side], new Set(at.turns.map((turn) => turn[side]))] as const),
  );
}
