import type { GateRule } from '@fairtrial/contracts';
import type { PlannedScenario } from '../../entities/run.ts';
import { compileGlob } from './compile-glob.ts';

type NamedScenario = Pick<PlannedScenario, 'id' | 'name'>;

/** Matches scenarios by id or name: `*` matches any text, `?` one character. */
export function createScenarioFilter(
  pattern: string | undefined,
): (scenario: NamedScenario) => boolean {
  if (pattern === undefined) return () => true;
  const glob = compileGlob(pattern);
  // Scenarios can share a name, and the name is the id if a request gives none.
  const known = new Map<string, boolean>();
  const matches = (text: string): boolean => {
    const result = known.get(text) ?? glob.matches(text);
    known.set(text, result);
    return result;
  };
  return ({ id, name }) => matches(id) || matches(name);
}

/**
 * About 100 ms on a busy machine: enough for 50 gates on 1,000 scenarios whose ids and names have 40 characters each.
 */
const MAX_STEPS = 4_000_000;

/** Why it would take too long to find the scenarios that these gates select; `undefined` if it is fast enough. */
export function findCostlyPatterns(
  rules: readonly GateRule[],
  scenarios: readonly NamedScenario[],
): string | undefined {
  const texts = new Set(scenarios.flatMap(({ id, name }) => [id, name]));
  const characters = [...texts].reduce((sum, text) => sum + text.length, 0);
  const patterns = rules.flatMap((rule) => ('scenarios' in rule ? (rule.scenarios ?? []) : []));
  const steps = patterns.reduce((sum, each) => sum + compileGlob(each).stepsPerCharacter, 0);
  if (steps * characters <= MAX_STEPS) return undefined;
  const sizes = `${patterns.length} patterns and ids and names of ${characters} characters in all`;
  return `finding the scenarios that the gates name takes too long (${sizes}): use fewer or shorter patterns, or shorter ids and names`;
}
