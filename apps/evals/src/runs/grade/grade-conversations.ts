import { isJudgedCheck, type RunId } from '@fairtrial/contracts';
import type { UserMessage } from '@fairtrial/scorers';
import type { ChatMessage } from '@fairtrial/models';
import {
  listGradedConversations,
  saveConversationGrades,
} from '../../db/grading/conversation-grades.ts';
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
import type { GradedConversation, Turn } from '../../entities/turn.ts';
import { keyPlan } from './grade-played.ts';
import type { Findings } from './grader.ts';
import type { LocalGraders } from './local/local-graders.ts';
import type { Asking } from './asked/judge-replies.ts';
import { judgeChecks } from './asked/judge-checks.ts';
import {
  GradingClaimLostError,
  NO_JUDGEMENTS,
  type KnownJudgements,
} from './asked/judgement-store.ts';

interface ConversationServices {
  readonly tx: SqlExecutor;
  readonly signal: AbortSignal;
}

/** What grades the conversations of a run. */
export interface ConversationContext extends Asking {
  readonly claim: GradingClaim;
  readonly local: LocalGraders;
}

/** True if conversations of a run have a result of their own. */
export function gradesConversations({ scenarios }: Pick<RunPlan, 'scenarios'>): boolean {
  return scenarios.some(hasConversationResult);
}

/** Grades the scripted conversation of every complete attempt that is not graded yet. Stops between two batches if paused. */
export async function gradeConversations(
  { tx, signal }: ConversationServices,
  context: ConversationContext,
  isPaused: () => boolean,
): Promise<void> {
  const { run, claim } = context;
  if (!run.plan.scenarios.some(({ user, checks = [] }) => !user && checks.length > 0)) return;
  const graded = await listGraded(tx, run.id);
  for await (const batch of inBatches(listUngraded(tx, context, graded))) {
    if (isPaused()) return;
    const known = await loadKnown(context, batch);
    const conversations = await Promise.all(
      batch.map((attempt) => gradeConversation(context, { ...attempt, known }, signal)),
    );
    const isClaimed = await retryWhileUnavailable(
      () => saveConversationGrades(tx, claim, conversations),
      signal,
    );
    if (!isClaimed) throw new GradingClaimLostError();
  }
}

/** The attempts whose conversations are graded, by their ordinals as text. */
export async function listGraded(tx: SqlExecutor, id: RunId): Promise<ReadonlySet<string>> {
  const graded = new Set<string>();
  for await (const conversation of listGradedConversations(tx, id)) graded.add(toKey(conversation));
  return graded;
}

interface PlayedAttempt {
  readonly scenario: PlannedScenario;
  readonly turns: readonly [Turn, ...Turn[]];
}

/** Attempts that are graded together. Their stored judgements are read by one query. */
const BATCH_SIZE = 20;

export async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Yields the complete attempts that have conversation checks and are not graded yet. */
async function* listUngraded(
  tx: SqlExecutor,
  { run }: Asking,
  graded: ReadonlySet<string>,
): AsyncGenerator<PlayedAttempt> {
  for await (const turns of groupAttempts(listTurns(tx, run.id))) {
    const [first] = turns;
    const scenario = run.plan.scenarios[first.scenarioNo];
    // Conversations with a simulated user differ in length and are audited first.
    if (scenario === undefined || scenario.user !== undefined) continue;
    if ((scenario.checks ?? []).length === 0) continue;
    if (turns.length < scenario.interactions.length || graded.has(toKey(first))) continue;
    yield { scenario, turns };
  }
}

export function toKey({ scenarioNo, attemptNo }: Pick<Turn, 'scenarioNo' | 'attemptNo'>): string {
  return `${scenarioNo}/${attemptNo}`;
}

async function loadKnown(
  { store }: Asking,
  batch: readonly PlayedAttempt[],
): Promise<KnownJudgements> {
  const isJudged = batch.some(({ scenario: { checks = [] } }) => checks.some(isJudgedCheck));
  const [first, last] = [batch[0]?.turns[0], batch.at(-1)?.turns[0]];
  if (!isJudged || first === undefined || last === undefined) return NO_JUDGEMENTS;
  return store.loadConversations(first, last);
}

async function gradeConversation(
  context: ConversationContext,
  attempt: PlayedAttempt & { readonly known: KnownJudgements },
  signal: AbortSignal,
): Promise<GradedConversation> {
  const { turns } = attempt;
  const [{ scenarioNo, attemptNo }] = turns;
  const isAnswered = turns.every(({ outcome }) => outcome === 'answered');
  const grades = await context.local.gradeConversation(keyPlan(context.run), {
    scenarioNo,
    turns: isAnswered ? turns : undefined,
    judged: isAnswered ? await judgeConversation(context, attempt, signal) : undefined,
    user: undefined,
  });
  return { scenarioNo, attemptNo, ...grades };
}

/** Asks the judges about the checks of a conversation that are written in plain language. */
export async function judgeConversation(
  asking: Asking,
  { scenario, turns, known }: PlayedAttempt & { readonly known: KnownJudgements },
  signal: AbortSignal,
): Promise<Findings['judged']> {
  const [{ scenarioNo, attemptNo }] = turns;
  const text = {
    scope: 'conversation' as const,
    transcript: [...systemMessages(asking.run.plan), ...toTranscript(scenario, turns)],
    subject: { scenarioNo, attemptNo, turnNo: null },
    checks: scenario.checks ?? [],
    known,
    toTurnNo: (turn: number) => turn - 1,
  };
  return judgeChecks(asking, text, signal);
}

/** What was said: the replies of the endpoint, also if the endpoint saw other replies as history. */
export function toTranscript(
  scenario: PlannedScenario,
  turns: readonly Turn[],
): readonly UserMessage[] {
  return turns.flatMap(({ turnNo, userMessage, reply }): UserMessage[] => [
    { role: 'user', content: interactionAt(scenario, { turnNo, userMessage })?.user_message ?? '' },
    { role: 'assistant', content: reply },
  ]);
}

function systemMessages({ systemPrompt }: RunPlan): readonly ChatMessage[] {
  return systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
}
