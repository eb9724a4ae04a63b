import { formatChangedScenarios, formatMany } from '@fairtrial/format';
import { CONVERSATION_TURN } from '../../db/turns/with-conversations.ts';
import type { RunPlan } from '../../entities/run.ts';
import type { MatchedAggregates, PairedScores } from './pair-scores.ts';

const GAPS_LISTED = 5;

/** Lists the parts that a comparison left out, and possible explanations other than the model. */
export function listWarnings(
  { matching, baseline, candidate }: MatchedAggregates,
  { gaps }: PairedScores,
  plan: RunPlan,
): string[] {
  const { changed, unmatched } = matching;
  const only = unmatched.scenarios.length;
  const warnings = [
    ...gaps.slice(0, GAPS_LISTED).map(({ scenario, turn, side, unscored, attempts }) => {
      const { name = '' } = plan.scenarios[matching.scenarios[scenario]?.candidate ?? -1] ?? {};
      const place =
        turn.candidate === CONVERSATION_TURN ? 'the conversation' : `turn ${turn.candidate + 1}`;
      return `${place} of ${name} was not compared: ${attempts === 0 ? 'the metric does not apply' : `${unscored} of ${formatMany(attempts, 'attempt')} could not be scored`} in the ${side}`;
    }),
    gaps.length > GAPS_LISTED && `${gaps.length - GAPS_LISTED} more turns were not compared`,
    changed.length > 0 && formatChangedScenarios(changed),
    only === 1 && '1 scenario is in one of the runs only and was not compared',
    only > 1 && `${only} scenarios are in one of the runs only and were not compared`,
    baseline.incompleteAttempts + candidate.incompleteAttempts > 0 &&
      'attempts that were not played to their end were not compared',
  ];
  return warnings.filter((warning) => warning !== false);
}
