import type { ComparedScenario, Comparison } from '@assay/contracts';
import type { HeatmapCell, HeatmapRow } from '../../charts/heatmap.tsx';
import { sortByVerdict } from './change-rows.ts';

/** The scenarios of the comparison that is looked at, in the baseline and in every candidate. */
export function heatRows(
  comparison: Comparison,
  comparisons: readonly Comparison[],
): readonly HeatmapRow[] {
  const byBaseline = comparisons.map(
    ({ scenarios }) => new Map(scenarios.map((scenario) => [scenario.baseline_no, scenario])),
  );
  return sortByVerdict(comparison.scenarios).map(({ name, baseline_no: no, baseline }) => ({
    name,
    cells: [baseline && { mean: baseline.mean }, ...byBaseline.map((all) => toCell(all.get(no)))],
  }));
}

function toCell(scenario: ComparedScenario | undefined): HeatmapCell | null {
  if (!scenario?.candidate) return null;
  const { candidate, verdict } = scenario;
  const word = verdict?.result;
  const change = word === 'regressed' || word === 'improved' ? word : undefined;
  return { mean: candidate.mean, change };
}
