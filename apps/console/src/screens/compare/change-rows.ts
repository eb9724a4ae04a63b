import type { ComparedInteraction, ComparedScenario, Comparison } from '@assay/contracts';
import type { ChangeFilter } from './compare-search.ts';

/** Which interaction of a run, from 0. */
export type TurnSpot = ComparedInteraction['candidate_position'];

const RANKS = { regressed: 0, improved: 1, inconclusive: 2, same: 3 } as const;

/** Regressions first, then improvements, then the rest; within each what fell most. */
export function sortByVerdict(scenarios: readonly ComparedScenario[]): readonly ComparedScenario[] {
  return scenarios.toSorted((a, b) => rankOf(a) - rankOf(b) || deltaOf(a) - deltaOf(b));
}

function rankOf({ verdict }: ComparedScenario): number {
  return verdict ? RANKS[verdict.result] : 2;
}

function deltaOf({ delta }: ComparedScenario): number {
  return delta ?? Number.POSITIVE_INFINITY;
}

/** Whether a scenario changed, and how. */
function changeOf({ verdict }: ComparedScenario): ChangeFilter {
  return verdict?.result === 'regressed' || verdict?.result === 'improved'
    ? verdict.result
    : 'noise';
}

export function countChanges(
  scenarios: readonly ComparedScenario[],
): Readonly<Record<ChangeFilter, number>> {
  const counts = { regressed: 0, improved: 0, noise: 0 };
  for (const scenario of scenarios) counts[changeOf(scenario)] += 1;
  return counts;
}

/** The scenarios that a look at a comparison shows, in their order. */
export function filterScenarios(
  scenarios: readonly ComparedScenario[],
  { only, q }: { readonly only?: ChangeFilter | undefined; readonly q?: string | undefined },
): readonly ComparedScenario[] {
  const part = q?.toLowerCase();
  return sortByVerdict(scenarios).filter(
    (scenario) =>
      (only === undefined || changeOf(scenario) === only) &&
      (part === undefined || scenario.name.toLowerCase().includes(part)),
  );
}

/** Where in the candidate a scenario changed most, in the direction in which it did. */
export function placeOfChange(
  { candidate_no: no, delta }: ComparedScenario,
  { interactions }: Pick<Comparison, 'interactions'>,
): TurnSpot {
  const sign = (delta ?? 0) > 0 ? -1 : 1;
  const [most] = interactions
    .filter(({ candidate_position: { scenario } }) => scenario === no)
    .toSorted((a, b) => sign * ((a.delta ?? 0) - (b.delta ?? 0)));
  return most?.candidate_position ?? { scenario: no, turn: 0 };
}
