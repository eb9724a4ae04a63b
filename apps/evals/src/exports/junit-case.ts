import type { Check, Scores } from '@fairtrial/contracts';
import { interactionAt, type PlannedInteraction, type PlannedScenario } from '../entities/run.ts';
import type { GradedTurn, TurnCheck } from '../entities/turn.ts';
import { isConversation, type ConversationRow } from '../db/turns/with-conversations.ts';
import type { Excludable } from '../runs/summary/leave-out-excluded.ts';
import { roundScores } from '../runs/summary/rounding.ts';
import { cutText, describeFailedChecks } from './format.ts';
import { checkFault, turnFault, writeFault, type FaultRules } from './junit-fault.ts';
import { attributes, xmlText } from './xml.ts';

interface CaseContext {
  readonly suite: string;
  readonly metrics: readonly string[];
  readonly rules: FaultRules;
}

/** CI systems show these in lists, and fail on reports that are too large. */
const MAX_TITLE_LENGTH = 80;
const MAX_TEXT_LENGTH = 10_000;

/** The test case of a turn or of a whole conversation; `undefined` if it is not in the plan. */
export function testCase(
  scenario: PlannedScenario | undefined,
  row: (GradedTurn & Excludable) | ConversationRow,
  context: CaseContext,
): string | undefined {
  if (scenario === undefined) return undefined;
  if (isConversation(row)) return conversationCase(scenario, row, context);
  const interaction = interactionAt(scenario, row);
  return interaction && turnCase(interaction, row, context);
}

/** Test cases are named by position and question, which are the same in every run of a test; generated ids are not. */
function turnCase(
  interaction: PlannedInteraction,
  turn: GradedTurn & Excludable,
  { suite, metrics, rules }: CaseContext,
): string {
  const { id, user_message: message, reference_reply: reference, checks } = interaction;
  const question = cutText(message, MAX_TITLE_LENGTH).replaceAll(/\s+/g, ' ');
  const name = `attempt ${turn.attemptNo + 1}, turn ${turn.turnNo + 1}: ${question}`;
  const about = properties([
    ['interaction_id', id],
    ...passedProperty(turn.passed),
    ...failedChecks(checks, turn.checks),
    ...knownScores(turn.scores, metrics),
  ]);
  const texts = [
    `User:\n${cutText(message, MAX_TEXT_LENGTH)}`,
    `Reply:\n${cutText(turn.reply, MAX_TEXT_LENGTH)}`,
    `Reference:\n${cutText(reference, MAX_TEXT_LENGTH)}`,
  ].join('\n\n');
  const head = attributes({ classname: suite, name, time: turn.latencyMs / 1000 });
  return `<testcase${head}>\n${about}${writeFault(turnFault(turn, interaction, rules))}<system-out>${xmlText(texts)}</system-out>\n</testcase>\n`;
}

/** The texts are in the test cases of the turns. */
function conversationCase(
  scenario: PlannedScenario,
  { attemptNo, checks, passed, scores, user }: ConversationRow,
  { suite, metrics, rules }: CaseContext,
): string {
  const name = `attempt ${attemptNo + 1}, whole conversation`;
  const about = properties([
    ...passedProperty(passed ?? undefined),
    ...failedChecks(scenario.checks, checks),
    ...userProperties(user),
    ...knownScores(scores, metrics),
  ]);
  const head = attributes({ classname: suite, name, time: 0 });
  return `<testcase${head}>\n${about}${writeFault(checkFault(checks, scenario, rules))}</testcase>\n`;
}

type Property = readonly [name: string, value: string | number];

function passedProperty(passed: boolean | undefined): readonly Property[] {
  return passed === undefined ? [] : [['passed', String(passed)]];
}

function failedChecks(
  checks: readonly Check[] | undefined,
  results: readonly TurnCheck[],
): readonly Property[] {
  return describeFailedChecks(checks, results).map((check) => ['failed_check', check]);
}

/** What happened to a simulated user. */
function userProperties(user: ConversationRow['user']): readonly Property[] {
  if (!user) return [];
  const faults = user.audit?.faults.map(({ kind }): Property => ['user_fault', kind]) ?? [];
  const excluded = user.excluded === null ? [] : [['excluded', user.excluded] as const];
  return [['ended_by', user.ended_by], ...excluded, ...faults];
}

/** In the order of the metrics. */
function knownScores(scores: Scores, metrics: readonly string[]): readonly Property[] {
  const rounded = roundScores(scores);
  return metrics.flatMap((metric): readonly Property[] => {
    const score = rounded[metric];
    return typeof score === 'number' ? [[`scores.${metric}`, score]] : [];
  });
}

export function properties(pairs: readonly Property[]): string {
  const lines = pairs.map(([name, value]) => `<property${attributes({ name, value })}/>\n`);
  return `<properties>\n${lines.join('')}</properties>\n`;
}
