import type { Check, Scores, GateFinding, Headline } from '@fairtrial/contracts';
import { formatDuration, formatHeadline } from '@fairtrial/format';
import {
  interactionAt,
  type PlannedInteraction,
  type PlannedScenario,
  type RunPlan,
} from '../entities/run.ts';
import type { GradedTurn, TurnCheck } from '../entities/turn.ts';
import { isConversation, type ConversationRow } from '../db/turns/with-conversations.ts';
import type { Excludable } from '../runs/summary/leave-out-excluded.ts';
import { roundScores } from '../runs/summary/rounding.ts';
import { cutText, describeFailedChecks, describeCheck } from './format.ts';
import { attributes, xmlText } from './xml.ts';
import { areChecksGated } from '../runs/headline/decide-run-headline.ts';

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

/** Why a test case did not pass. `failure`: the model. `error`: any other cause. `skipped`: it does not count. */
export interface CaseFault {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text?: string;
}

/** A report agrees with the headline: exit code 1 has a failure, 3 and 4 have an error, 0 has neither. */
export interface FaultRules {
  readonly headline: Headline;
  /** A failed required check is a failure. */
  readonly areChecksRequired: boolean;
  /** A failed request is an error, because the headline is that too many requests failed. */
  readonly areRequestsErrors: boolean;
  /** A required check without a result is an error, because the headline is that the judge failed. */
  readonly areOpenChecksErrors: boolean;
}

export function faultRules(headline: Headline, { gates }: Pick<RunPlan, 'gates'>): FaultRules {
  return {
    headline,
    areChecksRequired: headline.exit_code !== 0 && !areChecksGated(gates),
    areRequestsErrors: headline.result === 'requests_failed',
    areOpenChecksErrors: headline.result === 'judge_failed',
  };
}

/** `undefined` if the headline passes. */
export function headlineFault(headline: Headline): CaseFault | undefined {
  const { exit_code: code, result, why, next } = headline;
  if (code === 0) return undefined;
  const text = [why, ...(next === null ? [] : [`Next: ${next}`])].join('\n');
  const message = formatHeadline(headline);
  return { kind: code === 1 ? 'failure' : 'error', type: result, message, text };
}

/** A failed gate is a failure, an undecided one is skipped: the headline says what that means for the run. */
export function gateFault({ verdict, sentence }: GateFinding): CaseFault | undefined {
  if (verdict === 'pass') return undefined;
  return { kind: verdict === 'fail' ? 'failure' : 'skipped', type: verdict, message: sentence };
}

function turnFault(
  turn: GradedTurn & Excludable,
  interaction: Pick<PlannedInteraction, 'checks'>,
  rules: FaultRules,
): CaseFault | undefined {
  if (turn.outcome === 'endpoint_failed') {
    return { kind: rules.areRequestsErrors ? 'error' : 'skipped', ...describeError(turn) };
  }
  // The checks of an attempt that does not count decide nothing.
  return turn.isExcluded === true ? undefined : checkFault(turn.checks, interaction, rules);
}

/** The fault of a reply or a conversation by its required checks: failed ones, or else those without a result. */
function checkFault(
  results: readonly TurnCheck[],
  { checks = [] }: Pick<PlannedInteraction, 'checks'>,
  { areChecksRequired, areOpenChecksErrors }: FaultRules,
): CaseFault | undefined {
  const required = results.flatMap((result, at) =>
    checks[at]?.optional === true ? [] : [{ ...result, text: describeCheck(checks[at], result) }],
  );
  const failed = required.filter(({ passed }) => passed === false);
  if (failed.length > 0) {
    return areChecksRequired ? toCheckFault('failure', failed) : undefined;
  }
  const open = required.filter((one) => one.passed === null && one.verdict !== 'not_applicable');
  if (open.length === 0) return undefined;
  return toCheckFault(areOpenChecksErrors ? 'error' : 'skipped', open);
}

function toCheckFault(
  kind: CaseFault['kind'],
  checks: readonly { readonly text: string }[],
): CaseFault {
  const lines = checks.map(({ text }) => text);
  return { kind, type: 'check', message: lines[0] ?? '', text: lines.join('\n') };
}

function describeError({ error }: GradedTurn): Omit<CaseFault, 'kind'> {
  const facts = error
    ? `status ${error.status ?? 'none'}, ${error.tries} tries, ${formatDuration(error.elapsed_ms)}`
    : '';
  const message = error?.message ?? 'Request failed';
  return { type: error?.kind ?? 'unknown', message, text: facts };
}

const MAX_MESSAGE_LENGTH = 10_000;

/** The XML element of a fault; empty if the test case passed. */
export function writeFault(fault: CaseFault | undefined): string {
  if (fault === undefined) return '';
  const { kind, type, text = '' } = fault;
  const message = cutText(fault.message, MAX_MESSAGE_LENGTH);
  // Readers do not support a type or a text of skipped test cases.
  if (kind === 'skipped') return `<skipped${attributes({ message })}/>\n`;
  return `<${kind}${attributes({ type, message })}>${xmlText(text)}</${kind}>\n`;
}
