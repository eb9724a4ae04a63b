import type { PlannedScenario } from '../../db/runs/run.ts';

/** Ids are the caller's and may repeat: results are told apart by position. TurnScores a word all the same. */
export function findDuplicates(scenarios: readonly PlannedScenario[]): readonly string[] {
  const scenarioIds = repeated(scenarios.map((scenario) => scenario.id)).map(
    (id) => `scenario id '${id}' occurs more than once; results are told apart by position`,
  );
  const interactionIds = scenarios.flatMap((scenario) =>
    repeated(scenario.interactions.map((interaction) => interaction.id)).map(
      (id) =>
        `interaction id '${id}' occurs more than once in scenario '${scenario.id}'; results are told apart by position`,
    ),
  );
  return [...scenarioIds, ...interactionIds];
}

function repeated(ids: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const id of ids) (seen.has(id) ? again : seen).add(id);
  return [...again];
}
