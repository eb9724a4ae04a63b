import type { ScenarioPair } from '@assay/statistics';
import type { Side } from './aggregate-run.ts';
import type { MatchedScenario, Matching, Pair } from './match-plans.ts';

/** Two runs and what of them belongs together. */
export interface Sides {
  readonly matching: Matching;
  readonly baseline: Side;
  readonly candidate: Side;
}

/** The attempts' means of one metric, scenario by scenario. */
export function pairScenarios(
  { matching, baseline, candidate }: Sides,
  metric: string,
): readonly ScenarioPair[] {
  return matching.scenarios.map((at) => ({
    baseline: baseline.attemptMeans(metric, at.baseline),
    candidate: candidate.attemptMeans(metric, at.candidate),
    sameReplies: baseline.isSameReply(at.baseline) && candidate.isSameReply(at.candidate),
  }));
}

/** The attempts' scores in one turn, by the metric that decides. */
export function pairTurn(
  { baseline, candidate }: Sides,
  scenario: MatchedScenario,
  turn: Pair,
): ScenarioPair {
  return {
    baseline: baseline.turnScores(scenario.baseline, turn.baseline),
    candidate: candidate.turnScores(scenario.candidate, turn.candidate),
    sameReplies:
      baseline.isSameReply(scenario.baseline, turn.baseline) &&
      candidate.isSameReply(scenario.candidate, turn.candidate),
  };
}
