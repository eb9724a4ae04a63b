import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import type { BetweenRuns } from '../compare/between-runs.ts';
import type { ScenarioVerdict } from '../compare/compare-scenarios.ts';
import { confidenceInterval, scenarioDifference } from '../compare/difference.ts';
import { samplePair, type ScenarioPair } from '../compare/scenario-pair.ts';
import { smallestDetectable, standardError } from '../compare/suite-verdict.ts';
import type { ScenarioDecision } from './decide-look.ts';

/**
 * Returns the verdict on every scenario of a run with early stopping, in input order; `undefined` without a decision.
 * Testing again after the last look would find more changes than the error rate allows, so result, p and level are
 * those of the decision. The interval has that level, so that it never disagrees with the result.
 */
export function describeDecisions(
  pairs: readonly ScenarioPair[],
  decisions: readonly (ScenarioDecision | undefined)[],
  between?: BetweenRuns,
): readonly (ScenarioVerdict | undefined)[] {
  return pairs.map((pair, at) => {
    const decision = decisions[at];
    const sampled = samplePair(pair);
    if (decision === undefined || sampled === undefined) return undefined;
    const { result, p, level } = decision;
    const difference = scenarioDifference(sampled, between);
    return {
      result,
      delta: difference.delta,
      se: standardError(difference),
      p,
      adjustedP: Math.min(1, (p * SIGNIFICANCE_LEVEL) / level),
      interval: confidenceInterval(difference, level),
      confidence: 1 - level,
      smallestDetectable: smallestDetectable(difference, level),
    };
  });
}
