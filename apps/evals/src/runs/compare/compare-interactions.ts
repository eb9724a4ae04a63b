import type { ComparedInteraction } from '@assay/contracts';
import type { RunPlan } from '../../db/runs/run.ts';
import { pairTurn, type Sides } from './pair-up.ts';
import { toDelta } from './to-delta.ts';

/** What became of every interaction that both runs have; what fell most comes first, the unscored last. */
export function compareInteractions(sides: Sides, plan: RunPlan): ComparedInteraction[] {
  const compared = sides.matching.scenarios.flatMap((at) => {
    const scenario = plan.scenarios[at.candidate];
    return at.turns.map((turn) => ({
      scenario_id: scenario?.id ?? '',
      interaction_id: scenario?.interactions[turn.candidate]?.id ?? '',
      baseline_position: { scenario: at.baseline, turn: turn.baseline },
      candidate_position: { scenario: at.candidate, turn: turn.candidate },
      ...toDelta([pairTurn(sides, at, turn)]),
    }));
  });
  return compared.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ delta }: ComparedInteraction): number {
  return delta ?? 2;
}
