import type { InteractionResult, ScenarioResult } from '@assay/contracts';

/** The same interaction in every attempt, one list for each interaction. */
export function byInteraction({ attempts }: ScenarioResult): readonly InteractionResult[][] {
  const turns = Math.max(0, ...attempts.map(({ interactions }) => interactions.length));
  return Array.from({ length: turns }, (_, turn) =>
    attempts.flatMap(({ interactions }) => interactions[turn] ?? []),
  );
}
