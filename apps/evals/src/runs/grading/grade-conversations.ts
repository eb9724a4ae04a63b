import { isJudgedCheck, type RunId } from '@fairtrial/contracts';
import { runChecks, type UserMessage } from '@fairtrial/scorers';
import type { ChatMessage } from '@fairtrial/models';
import {
  listAttemptScores,
  saveAttemptScores,
  type AttemptScore,
} from '../../db/grading/attempt-scores.ts';
import type { GradingClaim } from '../../db/grading/begin-grading.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  hasConversationResult,
  interactionAt,
  type PlannedScenario,
  type RunPlan,
} from '../../entities/run.ts';
import { groupAttempts } from '../../db/turns/group-attempts.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { StoredTurn, TurnCheck } from '../../entities/turn.ts';
import { CONVERSATION_TURN } from '../../db/turns/with-conversations.ts';
import { callsOfConversation } from '../scoring/reported-calls.ts';
import { scoreChecks } from '../scoring/score-conversation.ts';
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

/** True if conversations of a run have a result of their own. */
export function gradesConversations({ scenarios }: Pick<RunPlan, 'scenarios'>): boolean {
  return scenarios.some(hasConversationResult);
}

/** Grades the scripted conversation of every complete attempt that is not graded yet. Stops between two batches if paused. */
export async function gradeConversations(
  { tx, signal }: ConversationServices,
  context: GradingContext & { readonly claim: GradingClaim },
  isPaused: () => boolean,
): Promise<void> {
  const { run, claim } = context;
  if (!run.plan.scenarios.some(({ user, checks = [] }) => !user && checks.length > 0)) return;
  const graded = await listGraded(tx, run.id);
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

/** The attempts whose conversations are graded, by their ordinals as text. */
export async function listGraded(tx: SqlExecutor, id: RunId): Promise<ReadonlySet<string>> {
  const graded = new Set<string>();
  for await (const score of listAttemptScores(tx, id)) graded.add(toKey(score));
  return graded;
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
    // Conversations with a simulated user differ in length and are audited first.
    if (scenario === undefined || scenario.user !== undefined) continue;
    if ((scenario.checks ?? []).length === 0) continue;
    if (turns.length < scenario.interactions.length || graded.has(toKey(first))) continue;
    batch.push({ scenario, turns });
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export function toKey({
  scenarioNo,
  attemptNo,
}: Pick<StoredTurn, 'scenarioNo' | 'attemptNo'>): string {
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
  const isAnswered = turns.every(({ outcome }) => outcome === 'answered');
  const results = isAnswered ? await checkConversation(context, attempt, signal) : undefined;
  return { scenarioNo, attemptNo, ...scoreChecks(context.run.plan, { scenario, results }) };
}

/** Code checks read all replies together, their total latency and all tool calls. */
export async function checkConversation(
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
    transcript: [...systemMessages(context.run.plan), ...toTranscript(scenario, turns)],
    instructions: context.run.plan.grading?.judge?.instructions,
    position: { scenarioNo, attemptNo, turnNo: CONVERSATION_TURN },
    checks,
    results,
    known,
    toTurnNo: (turn: number) => turn - 1,
  };
  return judgeChecks(context, text, signal);
}

/** What was said: the replies of the endpoint, also if the endpoint saw other replies as history. */
export function toTranscript(
  scenario: PlannedScenario,
  turns: readonly StoredTurn[],
): readonly UserMessage[] {
  return turns.flatMap(({ turnNo, userMessage, reply }): UserMessage[] => [
    { role: 'user', content: interactionAt(scenario, { turnNo, userMessage })?.user_message ?? '' },
    { role: 'assistant', content: reply },
  ]);
}

function systemMessages({ systemPrompt }: RunPlan): readonly ChatMessage[] {
  return systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
}
