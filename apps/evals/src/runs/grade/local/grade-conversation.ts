import {
  failChecks,
  readText,
  runChecks,
  scoreFailure,
  scoreReply,
  type Budget,
} from '@fairtrial/scorers';
import type { Check, ExcludedReason } from '@fairtrial/contracts';
import type { PlannedScenario } from '../../../entities/run.ts';
import type { ConversationGrades, Turn, TurnCheck } from '../../../entities/turn.ts';
import { callsOfConversation } from '../../play/reported-calls.ts';
import { GOAL_REACHED } from '../../plan/list-metrics.ts';
import type { Findings, GradingPlan } from '../grader.ts';
import { requiredChecks, turnPassed } from '../passing.ts';
import { withJudged, withTypes } from './grade-turn.ts';

/** The goal counts as much as checks with weight 1. */
const GOAL_WEIGHT = 1;

/** The parts of a conversation that graders read. */
export interface PlayedConversation {
  readonly scenarioNo: number;
  /** Absent if its checks are not decided, because a request failed or the attempt does not count. */
  readonly turns: readonly Pick<Turn, 'reply' | 'latencyMs' | 'toolCalls' | 'flags'>[] | undefined;
  readonly judged: Findings['judged'];
  /** What the audit found out; absent without a simulated user. */
  readonly user: SimulatedEnd | undefined;
}

interface SimulatedEnd {
  /** Null if unknown. */
  readonly goalReached: boolean | null;
  readonly excluded: ExcludedReason | null;
}

/** Grades a conversation from what happened and from what others found out about it. */
export function gradeConversation(
  plan: GradingPlan,
  { scenarioNo, turns, judged, user }: PlayedConversation,
  budget: Budget,
): ConversationGrades {
  const scenario = plan.scenarios[scenarioNo];
  if (scenario === undefined) throw new Error(`the run has no scenario ${scenarioNo}`);
  const results = turns && withJudged(checkAll(plan, { scenario, turns }, budget), judged);
  const checked = { scenario, results };
  return user === undefined
    ? scoreChecks(plan, checked)
    : scoreSimulated(plan, { ...checked, ...user });
}

/** Code checks read all replies together, their total latency and all tool calls. */
function checkAll(
  plan: GradingPlan,
  {
    scenario: { checks = [] },
    turns,
  }: {
    readonly scenario: PlannedScenario;
    readonly turns: NonNullable<PlayedConversation['turns']>;
  },
  budget: Budget,
): readonly TurnCheck[] {
  const whole = {
    text: turns.map(({ reply }) => reply).join('\n\n'),
    latencyMs: turns.reduce((sum, { latencyMs }) => sum + latencyMs, 0),
    ...callsOfConversation(turns, plan),
  };
  return withTypes(checks, runChecks(checks, whole, budget));
}

interface CheckedConversation {
  readonly scenario: PlannedScenario;
  /** `undefined` if the checks were not decided, because a request failed or the attempt does not count. */
  readonly results: readonly TurnCheck[] | undefined;
}

type ScoringPlan = Pick<GradingPlan, 'weights' | 'scorers' | 'modelScorers'>;

/** The checks are scored like those of a reply without a reference. `answered` counts requests, so it is left out. */
function scoreChecks(
  plan: ScoringPlan,
  { isExcluded = false, ...conversation }: CheckedConversation & { readonly isExcluded?: boolean },
): ConversationGrades {
  const { scenario, results } = conversation;
  const { checks = [] } = scenario;
  const expected = { reference_reply: '', reference_metadata: {}, checks };
  const decided = results ?? leaveOpen(checks, isExcluded);
  const reply = { text: readText(''), metadata: {}, absent: 'unknown', checked: decided } as const;
  const { answered: _answered, ...scores } = results
    ? scoreReply(reply, expected, plan).scores
    : scoreFailure(expected, plan);
  const required = requiredChecks(checks, decided);
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

type SimulatedConversation = CheckedConversation & SimulatedEnd;

/**
 * The scores of a conversation with a simulated user: those of its checks, the goal, and the mean of both as `overall`.
 * A conversation that does not count has no score at all.
 */
export function scoreSimulated(
  plan: ScoringPlan,
  { goalReached, excluded, ...conversation }: SimulatedConversation,
): ConversationGrades {
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
