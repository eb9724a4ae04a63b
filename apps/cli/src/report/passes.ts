import type { InteractionResult, ScenarioResult } from '@assay/contracts';

/** How reliably interactions pass, over all attempts. */
export interface Passes {
  /** Interactions that have a pass mark and were tried in every attempt. */
  readonly judged: number;
  readonly always: number;
  readonly never: number;
}

export function countPasses(scenarios: readonly ScenarioResult[]): Passes {
  const judged = scenarios
    .flatMap(byInteraction)
    .filter((tries) => tries.some(({ passed }) => passed !== null));
  return {
    judged: judged.length,
    always: judged.filter((tries) => tries.every(({ passed }) => passed === true)).length,
    never: judged.filter((tries) => tries.every(({ passed }) => passed !== true)).length,
  };
}

/** The same interaction in every attempt, one list for each interaction. */
export function byInteraction({ attempts }: ScenarioResult): readonly InteractionResult[][] {
  const turns = Math.max(0, ...attempts.map(({ interactions }) => interactions.length));
  return Array.from({ length: turns }, (_, turn) =>
    attempts.flatMap(({ interactions }) => interactions[turn] ?? []),
  );
}
