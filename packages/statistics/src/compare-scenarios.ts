import { SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
import { pValue, suiteDifference, type ScenarioPair } from './difference.ts';
import { decideVerdict, type Verdict } from './verdict.ts';

export type ScenarioVerdict = Verdict & {
  /** After Holm's correction over the scenarios; `p` is the scenario's own. */
  readonly adjustedP: number;
};

type ScenarioChange = 'regressed' | 'improved' | undefined;

/**
 * A verdict on every scenario, in their order; undefined if a side has one attempt. The result follows
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
    holm(comparable.map(pValue)).map((result, index) => [comparable[index], result] as const),
  );
  return differences.map((difference) => {
    const result = results.get(difference);
    if (difference === undefined || result === undefined) return undefined;
    const verdict = decideVerdict(difference, { margin, level: result.level });
    return { ...verdict, adjustedP: result.adjusted };
  });
}

/**
 * The change of every scenario beyond noise, in their order: regressed and improved exactly as
 * `compareScenarios` says, without intervals and additional attempts, which cost a hundred times as much.
 */
export function findChangedScenarios(pairs: readonly ScenarioPair[]): readonly ScenarioChange[] {
  const differences = pairs.map((pair) => suiteDifference([pair]));
  const tested = differences.flatMap((difference, index) =>
    difference === undefined ? [] : [{ index, delta: difference.delta, p: pValue(difference) }],
  );
  const changes: ScenarioChange[] = pairs.map(() => undefined);
  for (const [rank, { level }] of holm(tested.map(({ p }) => p)).entries()) {
    const scenario = tested[rank];
    if (scenario && scenario.p <= level) {
      changes[scenario.index] = scenario.delta < 0 ? 'regressed' : 'improved';
    }
  }
  return changes;
}

interface HolmResult {
  /** The p-value after Holm's correction: at most alpha exactly if Holm calls it significant. */
  readonly adjusted: number;
  /**
   * The level of the interval that says the same: alpha / (m − i) for the i-th smallest of m while Holm
   * continues, and the level at which it stopped for all from there. At that level an interval excludes 0
   * exactly if Holm calls the difference significant; at a plain 95 % it would exclude it too often.
   */
  readonly level: number;
}

/** Holm's step-down correction: in a family of tests, the probability of any false alarm is at most `alpha`. */
export function holm(
  pValues: readonly number[],
  alpha = SIGNIFICANCE_LEVEL,
): readonly HolmResult[] {
  const family = pValues.length;
  const ranked = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const results: HolmResult[] = [];
  let adjusted = 0;
  let stoppedAt: number | undefined;
  for (const [rank, { p, index }] of ranked.entries()) {
    adjusted = Math.max(adjusted, Math.min(1, p * (family - rank)));
    const level = stoppedAt ?? alpha / (family - rank);
    if (p > level) stoppedAt ??= level;
    results[index] = { adjusted, level };
  }
  return results;
}
