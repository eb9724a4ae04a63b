import type { PlannedTurn } from './planned-turns.ts';

export interface LineQuery {
  /** Part of the name of the scenario. */
  readonly scenario: string | undefined;
  /** An expected annotation: its field and its value. */
  readonly label: readonly [string, string] | undefined;
}

/** The lines of a script that a query is about; undefined where it is about all of them. */
export function findLines(
  script: readonly PlannedTurn[],
  { scenario, label }: LineQuery,
): readonly PlannedTurn[] | undefined {
  if (scenario === undefined && label === undefined) return undefined;
  const wanted = scenario?.toLowerCase() ?? '';
  return script.filter(
    ({ scenarioName, labels }) =>
      scenarioName.toLowerCase().includes(wanted) &&
      (label === undefined || textOf(labels[label[0]]) === label[1]),
  );
}

/** The lines in which the user says it. */
export function findSaid(
  script: readonly PlannedTurn[],
  search: string | undefined,
): readonly PlannedTurn[] {
  if (search === undefined) return [];
  const wanted = search.toLowerCase();
  return script.filter(({ userMessage }) => userMessage.toLowerCase().includes(wanted));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}
