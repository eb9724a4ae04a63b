import { failChecks, readText, scoreFailure, scoreReply } from '@fairtrial/scorers';
import type { Check, ExcludedReason } from '@fairtrial/contracts';
import type { AttemptScore } from '../../db/grading/attempt-scores.ts';
import type { PlannedScenario, RunPlan } from '../../entities/run.ts';
import type { TurnCheck } from '../../entities/turn.ts';
import { turnPassed } from './passing.ts';
import { requiredChecks } from './score-answer.ts';
import { withTypes } from './score-outcome.ts';

/** Metric of a conversation: 1 if the simulated user reached its goal, else 0. */
export const GOAL_REACHED = 'goal_reached';

/** The goal counts as much as checks with weight 1. */
const GOAL_WEIGHT = 1;

interface CheckedConversation {
  readonly scenario: PlannedScenario;
  /** `undefined` if the checks were not decided, because a request failed or the attempt does not count. */
  readonly results: readonly TurnCheck[] | undefined;
}

type ScoringPlan = Pick<RunPlan, 'weights' | 'scorers' | 'modelScorers'>;
type ConversationScore = Pick<AttemptScore, 'scores' | 'checks' | 'passed'>;

/** The checks are scored like those of a reply without a reference. `answered` counts requests, so it is left out. */
export function scoreChecks(
  plan: ScoringPlan,
  { isExcluded = false, ...conversation }: CheckedConversation & { readonly isExcluded?: boolean },
): ConversationScore {
  const { scenario, results } = conversation;
  const { checks = [] } = scenario;
  const expected = { reference_reply: '', reference_metadata: {}, checks };
  const decided = results ?? leaveOpen(checks, isExcluded);
  const reply = { text: readText(''), metadata: {}, absent: 'unknown', checked: decided } as const;
  const { answered: _answered, ...scores } = results
    ? scoreReply(reply, expected, plan).scores
    : scoreFailure(expected, plan);
  const required = requiredChecks(scenario, decided);
  const isAnswered = results !== undefined;
  const passed = turnPassed({ isAnswered, scores, checks: required }, undefined) ?? null;
  return { scores, checks: decided, passed };
}

/** The results of checks that were not decided. */
function leaveOpen(checks: readonly Check[], isExcluded: boolean): readonly TurnCheck[] {
  const open = withTypes(checks, failChecks(checks));
  return isExcluded ? open.map((check) => ({ ...check, detail: EXCLUDED })) : open;
}

const EXCLUDED = 'the conversation does not count because of the simulated user';

interface SimulatedConversation extends CheckedConversation {
  /** Null if unknown. */
  readonly goalReached: boolean | null;
  readonly excluded: ExcludedReason | null;
}

/**
 * The scores of a conversation with a simulated user: those of its checks, the goal, and the mean of both as `overall`.
 * A conversation that does not count has no score at all.
 */
export function scoreSimulated(
  plan: ScoringPlan,
  { goalReached, excluded, ...conversation }: SimulatedConversation,
): ConversationScore {
  const checked = scoreChecks(plan, { ...conversation, isExcluded: excluded !== null });
  const goal = goalReached === null || excluded !== null ? null : Number(goalReached);
  const overall = combine(goal, checked.scores['checks'], plan.weights.checks ?? 0);
  const isShown = plan.scorers?.includes('overall') ?? true;
  const { overall: _ofChecks, ...scores } = checked.scores;
  return {
    scores: { [GOAL_REACHED]: goal, ...scores, ...(isShown && { overall }) },
    checks: checked.checks,
    passed: excluded === null ? passedWith(goal, checked.passed, conversation.scenario) : null,
  };
}

function combine(
  goal: number | null,
  checks: number | null | undefined,
  weight: number,
): number | null {
  if (checks === undefined || weight === 0) return goal;
  if (goal === null || checks === null) return null;
  return (goal * GOAL_WEIGHT + checks * weight) / (GOAL_WEIGHT + weight);
}

/** True if the goal was reached and every required check passed; null if the result depends on something unknown. */
function passedWith(
  goal: number | null,
  checks: boolean | null,
  { checks: planned = [] }: PlannedScenario,
): boolean | null {
  if (goal === 0 || checks === false) return false;
  const isOpen = checks === null && planned.some(({ optional }) => optional !== true);
  return goal === null || isOpen ? null : true;
}
