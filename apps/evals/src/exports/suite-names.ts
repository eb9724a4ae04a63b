import type { PlannedScenario } from '../db/runs/run.ts';
import { cutText } from './cut-text.ts';

const MAX_LENGTH = 200;

/** What test cases are grouped by: no two alike, and without dots, which would make packages of them. */
export function suiteNames(scenarios: readonly Pick<PlannedScenario, 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return scenarios.map(({ name }, no) => {
    const plain = cutText(name, MAX_LENGTH).replaceAll('.', '_');
    let unique = plain;
    while (taken.has(unique)) unique = `${unique} #${no + 1}`;
    taken.add(unique);
    return unique;
  });
}
