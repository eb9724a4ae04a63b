import type { Comparison } from '@assay/contracts';

export interface UnmatchedRow {
  readonly side: 'baseline' | 'candidate';
  readonly scenario: number;
  /** Undefined where it is the whole scenario. */
  readonly turn: number | undefined;
  readonly name: string;
}

/** Scenarios first, then single turns of scenarios that both have. */
export function unmatchedRows({
  scenarios,
  unmatched,
}: Pick<Comparison, 'scenarios' | 'unmatched'>): readonly UnmatchedRow[] {
  const names = {
    baseline: new Map(scenarios.map(({ baseline_no, name }) => [baseline_no, name])),
    candidate: new Map(scenarios.map(({ candidate_no, name }) => [candidate_no, name])),
  };
  return [
    ...unmatched.scenarios.map(({ side, scenario, name }) => ({
      side,
      scenario,
      turn: undefined,
      name,
    })),
    ...unmatched.interactions.map(({ side, scenario, turn, scenario_id }) => ({
      side,
      scenario,
      turn,
      name: names[side].get(scenario) ?? scenario_id,
    })),
  ];
}
