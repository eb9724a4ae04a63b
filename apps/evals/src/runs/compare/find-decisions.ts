import { DEFAULT_MARGIN, DEFAULT_METRIC } from '@fairtrial/contracts';
import type { ScenarioDecision } from '@fairtrial/statistics';
import { listLooks } from '../../db/looks/list-looks.ts';
import type { Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';

interface Asked {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly metric: string;
  readonly margin: number;
}

/** The decisions on a run with early stopping, by scenario; `undefined` if a scenario is undecided. */
export type Decisions = readonly (ScenarioDecision | undefined)[];

/**
 * Returns the decisions on a candidate with early stopping. `undefined` if they do not apply: no last look was taken, it
 * is compared with another baseline or by another metric or margin, or either run was rescored since.
 */
export async function findDecisions(
  tx: SqlExecutor,
  { baseline, candidate, metric, margin }: Asked,
): Promise<Decisions | undefined> {
  const { looks, baselineRunId } = candidate.plan;
  if (looks === undefined || baselineRunId !== baseline.id || candidate.revision > 1) {
    return undefined;
  }
  if (metric !== DEFAULT_METRIC || margin !== DEFAULT_MARGIN) return undefined;
  const last = (await listLooks(tx, candidate.id)).at(-1);
  if (last?.isLast !== true || last.baselineRevision !== baseline.revision) return undefined;
  return last.decisions.map((decision) => decision ?? undefined);
}
