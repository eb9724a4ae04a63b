import type { SqlExecutor } from '../../db/connection/sql.ts';
import { checksOf, type RunPlan } from '../../entities/run.ts';
import { countChecks } from '../../db/turns/count-turns.ts';
import { listLabelledTurns } from '../../db/turns/page-turns.ts';
import { checkName, type RunBreakdown, type RunId } from '@fairtrial/contracts';
import { withoutInapplicable } from '@fairtrial/scorers';
import { aggregateMetadataLabels } from '../summary/aggregate-metadata-labels.ts';
import { loadRun, type RunRef } from '../find/load-run.ts';

/** Breaks down the failures of a run by check and by label. */
export async function breakDownRun(
  tx: SqlExecutor,
  { project, runId }: RunRef,
): Promise<RunBreakdown> {
  const { plan } = await loadRun(tx, project, runId);
  return {
    checks: await countByName(tx, runId, plan),
    labels: await countLabels(tx, runId, plan),
  };
}

type CheckCounts = RunBreakdown['checks'][number];

async function countByName(
  tx: SqlExecutor,
  runId: RunId,
  { scenarios }: RunPlan,
): Promise<CheckCounts[]> {
  const byName = new Map<string, CheckCounts>();
  for (const { scenarioNo, turnNo, checkNo, failed, total } of await countChecks(tx, runId)) {
    const scenario = scenarios[scenarioNo];
    const check = scenario && checksOf(scenario, { turnNo })[checkNo];
    if (check === undefined) continue;
    const name = checkName(check);
    const counts = byName.get(name) ?? { name, optional: true, failed: 0, total: 0 };
    byName.set(name, {
      name,
      optional: counts.optional && check.optional === true,
      failed: counts.failed + failed,
      total: counts.total + total,
    });
  }
  return [...byName.values()].toSorted(
    (a, b) => b.failed - a.failed || a.name.localeCompare(b.name, 'en'),
  );
}

/** Counts the same labels as a comparison, for every played turn. */
async function countLabels(
  tx: SqlExecutor,
  runId: RunId,
  { scenarios }: RunPlan,
): Promise<RunBreakdown['labels']> {
  const hasLabels = scenarios.some(({ interactions }) =>
    interactions.some(({ reference_metadata: labels }) => Object.keys(labels).length > 0),
  );
  if (!hasLabels) return {};
  const labels = aggregateMetadataLabels();
  for await (const page of listLabelledTurns(tx, runId)) {
    for (const { scores, ...turn } of page) {
      const interaction = scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
      if (interaction) labels.add(interaction, { ...turn, scores: withoutInapplicable(scores) });
    }
  }
  return Object.fromEntries(labels.read());
}
