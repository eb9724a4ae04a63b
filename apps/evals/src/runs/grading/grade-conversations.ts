import { isJudgedCheck } from '@assay/contracts';
import { failChecks, runChecks, scoreFailure, scoreReply, readText } from '@assay/scorers';
import type { ChatMessage } from '@assay/models';
import {
  listAttemptScores,
  saveAttemptScores,
  type AttemptScore,
} from '../../db/grading/attempt-scores.ts';
import type { GradingClaim } from '../../db/grading/begin-grading.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { PlannedScenario, RunPlan } from '../../db/runs/run.ts';
import { groupAttempts } from '../../db/turns/group-attempts.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { StoredTurn, TurnCheck } from '../../db/turns/turn.ts';
import { CONVERSATION_TURN } from '../../db/turns/with-conversations.ts';
import { requiredChecks } from '../scoring/score-answer.ts';
import { turnPassed } from '../scoring/passing.ts';
import { callsOfConversation } from '../scoring/reported-calls.ts';
import { withTypes } from '../scoring/score-outcome.ts';
import { createYielder } from '../worker/yielder.ts';
import type { GradingContext } from './grade-turn.ts';
import { judgeChecks } from './judge-checks.ts';
import { GradingClaimLostError, NO_JUDGEMENTS, type KnownJudgements } from './judgement-store.ts';

interface ConversationServices {
  readonly tx: SqlExecutor;
  readonly signal: AbortSignal;
}

/** Attempts that are graded together. Their stored judgements are read by one query. */
const BATCH_SIZE = 20;

const yieldToOthers = createYielder();

/** True if a scenario has checks on its whole conversation. */
export function hasConversationChecks({ scenarios }: Pick<RunPlan, 'scenarios'>): boolean {
  return scenarios.some(({ checks = [] }) => checks.length > 0);
}

/** Grades the conversation of every complete attempt that is not graded yet. Stops between two batches if paused. */
export async function gradeConversations(
  { tx, signal }: ConversationServices,
  context: GradingContext & { readonly claim: GradingClaim },
  isPaused: () => boolean,
): Promise<void> {
  const { run, claim } = context;
  if (!hasConversationChecks(run.plan)) return;
  const graded = new Set<string>();
  for await (const score of listAttemptScores(tx, run.id)) graded.add(toKey(score));
  for await (const batch of batchAttempts(tx, context, graded)) {
    if (isPaused()) return;
    const known = await loadKnown(context, batch);
    const scores = await Promise.all(
      batch.map((attempt) => gradeConversation(context, { ...attempt, known }, signal)),
    );
    const isClaimed = await retryWhileUnavailable(
      () => saveAttemptScores(tx, claim, scores),
      signal,
    );
    if (!isClaimed) throw new GradingClaimLostError();
  }
}

interface PlayedAttempt {
  readonly scenario: PlannedScenario;
  readonly turns: readonly [StoredTurn, ...StoredTurn[]];
}

/** Yields the complete attempts that have conversation checks and are not graded yet. */
async function* batchAttempts(
  tx: SqlExecutor,
  { run }: GradingContext,
  graded: ReadonlySet<string>,
): AsyncGenerator<readonly PlayedAttempt[]> {
  let batch: PlayedAttempt[] = [];
  for await (const turns of groupAttempts(listTurns(tx, run.id))) {
    const [first] = turns;
    const scenario = run.plan.scenarios[first.scenarioNo];
    if (scenario === undefined || (scenario.checks ?? []).length === 0) continue;
    if (turns.length < scenario.interactions.length || graded.has(toKey(first))) continue;
    batch.push({ scenario, turns });
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function toKey({ scenarioNo, attemptNo }: Pick<StoredTurn, 'scenarioNo' | 'attemptNo'>): string {
  return `${scenarioNo}/${attemptNo}`;
}

async function loadKnown(
  { store }: GradingContext,
  batch: readonly PlayedAttempt[],
): Promise<KnownJudgements> {
  const isJudged = batch.some(({ scenario: { checks = [] } }) => checks.some(isJudgedCheck));
  const [first, last] = [batch[0]?.turns[0], batch.at(-1)?.turns[0]];
  if (!isJudged || first === undefined || last === undefined) return NO_JUDGEMENTS;
  return store.loadConversations(first, last);
}

async function gradeConversation(
  context: GradingContext,
  attempt: PlayedAttempt & { readonly known: KnownJudgements },
  signal: AbortSignal,
): Promise<AttemptScore> {
  const { scenario, turns } = attempt;
  const [{ scenarioNo, attemptNo }] = turns;
  const { checks = [] } = scenario;
  const isAnswered = turns.every(({ outcome }) => outcome === 'answered');
  const results = isAnswered
    ? await checkConversation(context, attempt, signal)
    : withTypes(checks, failChecks(checks));
  const scores = scoreConversation(context.run.plan, { checks, results, isAnswered });
  const required = requiredChecks(scenario, results);
  const passed = turnPassed({ isAnswered, scores, checks: required }, undefined) ?? null;
  return { scenarioNo, attemptNo, scores, checks: results, passed };
}

/** The checks are scored like those of a reply without a reference. `answered` counts requests, so it is left out. */
function scoreConversation(
  plan: RunPlan,
  {
    checks,
    results,
    isAnswered,
  }: Pick<PlannedScenario, 'checks'> & {
    readonly results: readonly TurnCheck[];
    readonly isAnswered: boolean;
  },
): AttemptScore['scores'] {
  const expected = { reference_reply: '', reference_metadata: {}, checks };
  const reply = { text: readText(''), metadata: {}, absent: 'unknown', checked: results } as const;
  const { answered: _answered, ...scores } = isAnswered
    ? scoreReply(reply, expected, plan).scores
    : scoreFailure(expected, plan);
  return scores;
}

/** Code checks read all replies together, their total latency and all tool calls. */
async function checkConversation(
  context: GradingContext,
  { scenario, turns, known }: PlayedAttempt & { readonly known: KnownJudgements },
  signal: AbortSignal,
): Promise<readonly TurnCheck[]> {
  const { checks = [] } = scenario;
  const whole = {
    text: turns.map(({ reply }) => reply).join('\n\n'),
    latencyMs: turns.reduce((sum, { latencyMs }) => sum + latencyMs, 0),
    ...callsOfConversation(turns, context.run.plan),
  };
  const results = withTypes(checks, await runChecks(checks, whole, yieldToOthers));
  if (!checks.some(isJudgedCheck)) return results;
  const [{ scenarioNo, attemptNo }] = turns;
  const text = {
    scope: 'conversation' as const,
    transcript: toTranscript(context.run.plan, { scenario, turns }),
    instructions: findInstructions(scenario, context.run.plan),
    position: { scenarioNo, attemptNo, turnNo: CONVERSATION_TURN },
    checks,
    results,
    known,
    toTurnNo: (turn: number) => turn - 1,
  };
  return judgeChecks(context, text, signal);
}

/** What was said: the replies of the endpoint, also if the endpoint saw other replies as history. */
function toTranscript(
  { systemPrompt }: RunPlan,
  { scenario, turns }: PlayedAttempt,
): readonly ChatMessage[] {
  const system: ChatMessage[] =
    systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
  return [
    ...system,
    ...turns.flatMap(({ turnNo, reply }): ChatMessage[] => [
      { role: 'user', content: scenario.interactions[turnNo]?.user_message ?? '' },
      { role: 'assistant', content: reply },
    ]),
  ];
}

/** The scenario's own instructions, which the plan keeps as the caller posted them, or else those of the run. */
function findInstructions({ extra }: PlannedScenario, { grading }: RunPlan): string | undefined {
  const { judge_instructions: own } = extra;
  return typeof own === 'string' ? own : grading?.judge?.instructions;
}
