import type { Unmatched } from '@assay/contracts';
import type { PlannedInteraction, PlannedScenario } from '../../db/runs/run.ts';
import { matchUp } from './match-up.ts';

/** Positions in the two runs. */
export interface Pair {
  readonly baseline: number;
  readonly candidate: number;
}

export interface MatchedScenario extends Pair {
  readonly turns: readonly Pair[];
}

export interface Matching {
  readonly scenarios: readonly MatchedScenario[];
  readonly unmatched: Unmatched;
  /** How many interactions of the same id have another text, reference, labels or checks. */
  readonly rewritten: number;
}

export type SideName = 'baseline' | 'candidate';
type Scenarios = readonly PlannedScenario[];

/**
 * Which scenarios and interactions of two runs are the same: by id, then, since ids that nobody gave are
 * made up anew for every run, by what the user says.
 */
export function matchPlans(baseline: Scenarios, candidate: Scenarios): Matching {
  const matched = matchUp(baseline, candidate, [(scenario) => scenario.id, scriptOf]);
  const scenarios = matched.pairs.map((pair) => {
    const old = baseline[pair.baseline]?.interactions ?? [];
    const now = candidate[pair.candidate]?.interactions ?? [];
    return { ...pair, ...matchUp(old, now, [(turn) => turn.id, (turn) => turn.user_message]) };
  });
  return {
    scenarios: scenarios.map(({ pairs, baseline: b, candidate: c }) => ({
      baseline: b,
      candidate: c,
      turns: pairs,
    })),
    unmatched: {
      scenarios: [
        ...matched.baselineOnly.map((at) => nameScenario('baseline', baseline, at)),
        ...matched.candidateOnly.map((at) => nameScenario('candidate', candidate, at)),
      ],
      interactions: scenarios.flatMap((pair) => [
        ...pair.baselineOnly.map((turn) =>
          nameTurn('baseline', baseline, { scenario: pair.baseline, turn }),
        ),
        ...pair.candidateOnly.map((turn) =>
          nameTurn('candidate', candidate, { scenario: pair.candidate, turn }),
        ),
      ]),
    },
    rewritten: scenarios
      .flatMap((pair) =>
        pair.pairs.map((turns) => [
          baseline[pair.baseline]?.interactions[turns.baseline],
          candidate[pair.candidate]?.interactions[turns.candidate],
        ]),
      )
      .filter(([old, now]) => old && now && contentOf(old) !== contentOf(now)).length,
  };
}

/** What the user says in it. */
export function scriptOf({ interactions }: PlannedScenario): string {
  return JSON.stringify(interactions.map((turn) => turn.user_message));
}

function contentOf(turn: PlannedInteraction): string {
  const labels = Object.entries(turn.reference_metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { checks = [] } = turn;
  return JSON.stringify([turn.user_message, turn.reference_reply, labels, checks]);
}

function nameScenario(
  side: SideName,
  scenarios: Scenarios,
  at: number,
): Unmatched['scenarios'][number] {
  const { id = '', name = '' } = scenarios[at] ?? {};
  return { side, scenario: at, scenario_id: id, name };
}

function nameTurn(
  side: SideName,
  scenarios: Scenarios,
  { scenario, turn }: { readonly scenario: number; readonly turn: number },
): Unmatched['interactions'][number] {
  const of = scenarios[scenario];
  const interaction_id = of?.interactions[turn]?.id ?? '';
  return { side, scenario, turn, scenario_id: of?.id ?? '', interaction_id };
}
