import { holm } from './holm.ts';
import { pValue } from './p-value.ts';
import type { ScenarioPair } from './scenario-pair.ts';
import { suiteDifference } from './suite-difference.ts';
import { verdictOf, type Verdict } from './verdict-of.ts';

export type ScenarioVerdict = Verdict & {
  /** After Holm's correction over the scenarios; `p` is the scenario's own. */
  readonly adjustedP: number;
};

/**
 * A verdict on every scenario, in their order; undefined where a side has one attempt. The word follows
 * Holm's correction, and the interval is shown at the level at which Holm looked at the scenario
 * (`confidence`), so that the two never disagree. It is wider than 95 %, which also makes `same` harder.
 */
export function compareScenarios(
  pairs: readonly ScenarioPair[],
  margin: number,
): readonly (ScenarioVerdict | undefined)[] {
  const differences = pairs.map((pair) => suiteDifference([pair]));
  const comparable = differences.filter((difference) => difference !== undefined);
  const results = new Map(
    holm(comparable.map(pValue)).map((result, at) => [comparable[at], result] as const),
  );
  return differences.map((difference) => {
    const result = results.get(difference);
    if (difference === undefined || result === undefined) return undefined;
    const verdict = verdictOf(difference, { margin, level: result.level });
    return { ...verdict, adjustedP: result.adjusted };
  });
}
