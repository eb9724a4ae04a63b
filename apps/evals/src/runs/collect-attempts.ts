import type { AverageScores, Scores } from '@assay/contracts';
import { averageScores } from '@assay/statistics';
import type { RunPlan } from '../db/run.ts';
import type { Place } from '../db/turn.ts';
import { roundScores } from './round-scores.ts';

interface AttemptCollector {
  /** In the order of the run. */
  add(place: Place, scores: Scores): void;
  /** By scenario, then attempt; those without a turn too. */
  read(): readonly (readonly AverageScores[])[];
}

/** Turns come attempt by attempt: of each, its means are all that is kept. */
export function collectAttempts({
  scenarios,
  attempts,
}: Pick<RunPlan, 'scenarios' | 'attempts'>): AttemptCollector {
  const averages = scenarios.map(() => Array.from({ length: attempts }, (): AverageScores => ({})));
  let current: { readonly place: Place; readonly turns: Scores[] } | undefined;
  const close = (): void => {
    const of = current && averages[current.place.scenarioNo];
    if (current && of) of[current.place.attemptNo] = roundScores(averageScores(current.turns));
  };
  return {
    add(place, scores) {
      const last = current?.place;
      if (
        current === undefined ||
        last?.scenarioNo !== place.scenarioNo ||
        last.attemptNo !== place.attemptNo
      ) {
        close();
        current = { place, turns: [] };
      }
      current.turns.push(scores);
    },
    read() {
      close();
      return averages;
    },
  };
}
