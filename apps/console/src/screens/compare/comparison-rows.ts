import type { ComparedInteraction, ComparedScenario, Comparison } from '@fairtrial/contracts';
import { verdictLabel } from '@fairtrial/format';
import type { HeatmapCell, HeatmapRow } from '../../charts/heatmap.tsx';
import type { ChangeFilter } from './compare-search.ts';

/** Scenario and turn of an interaction, counted from 0. */
export type InteractionPosition = ComparedInteraction['candidate_position'];

const RESULT_RANKS = { regressed: 0, improved: 1, not_known: 2, no_change_found: 3 } as const;

/** Sorts regressions first, then improvements, then unknown, then unchanged; the largest drop first in each group. */
export function sortByVerdict(scenarios: readonly ComparedScenario[]): readonly ComparedScenario[] {
  return scenarios.toSorted(
    (a, b) => verdictRank(a) - verdictRank(b) || (a.delta ?? Infinity) - (b.delta ?? Infinity),
  );
}

function verdictRank(scenario: ComparedScenario): number {
  return RESULT_RANKS[classifyChange(scenario)];
}

function classifyChange({ verdict }: ComparedScenario): ChangeFilter {
  return verdict?.result ?? 'not_known';
}

/** Counts scenarios by result: regressed, improved, no change found, not known. */
export function countChanges(
  scenarios: readonly ComparedScenario[],
): Readonly<Record<ChangeFilter, number>> {
  const counts = { regressed: 0, improved: 0, no_change_found: 0, not_known: 0 };
  for (const scenario of scenarios) counts[classifyChange(scenario)] += 1;
  return counts;
}

/** The scenarios that pass the filter, sorted by verdict. */
export function filterScenarios(
  scenarios: readonly ComparedScenario[],
  { only, q }: { readonly only?: ChangeFilter | undefined; readonly q?: string | undefined },
): readonly ComparedScenario[] {
  const part = q?.toLowerCase();
  return sortByVerdict(scenarios).filter(
    (scenario) =>
      (only === undefined || classifyChange(scenario) === only) &&
      (part === undefined || scenario.name.toLowerCase().includes(part)),
  );
}

/** The candidate's interaction with the largest change in the direction of its scenario. */
export function positionOfLargestChange(
  { candidate_no: no, delta }: ComparedScenario,
  { interactions }: Pick<Comparison, 'interactions'>,
): InteractionPosition {
  const sign = (delta ?? 0) > 0 ? -1 : 1;
  const [largest] = interactions
    .filter(({ candidate_position: { scenario } }) => scenario === no)
    .toSorted((a, b) => sign * ((a.delta ?? 0) - (b.delta ?? 0)));
  return largest?.candidate_position ?? { scenario: no, turn: 0 };
}

/** The scenarios of one comparison: a cell for the baseline and one per candidate. */
export function heatmapRows(
  comparison: Comparison,
  comparisons: readonly Comparison[],
): readonly HeatmapRow[] {
  const byBaseline = comparisons.map((one) => ({
    one,
    scenarios: new Map(one.scenarios.map((scenario) => [scenario.baseline_no, scenario])),
  }));
  return sortByVerdict(comparison.scenarios).map(({ name, baseline_no: no, baseline }) => ({
    name,
    cells: [
      baseline && {
        mean: baseline.mean,
        href: `/console/runs/${comparison.baseline.run_id}/${no}/0`,
      },
      ...byBaseline.map(({ one, scenarios }) => toCell(scenarios.get(no), one, comparison.basis)),
    ],
  }));
}

function toCell(
  scenario: ComparedScenario | undefined,
  comparison: Comparison,
  basis: Comparison['basis'],
): HeatmapCell | null {
  if (!scenario?.candidate) return null;
  const { candidate, verdict } = scenario;
  const at = positionOfLargestChange(scenario, comparison);
  const isChange = verdict !== null && verdict.result !== 'no_change_found';
  return {
    mean: candidate.mean,
    change: isChange ? verdictLabel(verdict.result, basis) : undefined,
    href: `/console/runs/${comparison.candidate.run_id}/${at.scenario}/${at.turn}?baseline=${comparison.baseline.run_id}`,
  };
}
