import { countScenarioTurns, type UserAudit, type UserResult } from '@fairtrial/contracts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { saveConversationGrades } from '../../db/grading/conversation-grades.ts';
import type { GradingClaim } from '../../db/grading/begin-grading.ts';
import type { PlannedScenario, Run } from '../../entities/run.ts';
import { listPlayedTurns } from '../../db/turns/list-turns.ts';
import type { GradedConversation, Turn } from '../../entities/turn.ts';
import type { SpoiledAttempt } from '../../db/users/replay-attempts.ts';
import {
  listPlayedConversations,
  saveAudits,
  type AuditRow,
  type PlayedConversation,
} from '../../db/users/user-audits.ts';
import { MAX_REPLAYS } from '../plan/count-calls.ts';
import { auditConversation } from './asked/audit-conversation.ts';
import {
  inBatches,
  judgeConversation,
  listGraded,
  toKey,
  toTranscript,
  type ConversationContext,
} from './grade-conversations.ts';
import { keyPlan } from './grade-played.ts';
import type { Asking } from './asked/judge-replies.ts';
import { GradingClaimLostError, type KnownJudgements } from './asked/judgement-store.ts';

interface SimulatedServices {
  readonly tx: SqlExecutor;
  readonly signal: AbortSignal;
}

interface SimulatedControl {
  readonly isPaused: () => boolean;
  /** False if spoiled attempts are not played again, for example because no calls are left for it. */
  readonly mayReplay: boolean;
}

/**
 * Audits and grades every conversation with a simulated user that was played to its end and is not graded yet. Returns
 * the attempts to play again: their audits are stored, their grades are not.
 */
export async function gradeSimulated(
  { tx, signal }: SimulatedServices,
  context: ConversationContext,
  { isPaused, mayReplay }: SimulatedControl,
): Promise<readonly SpoiledAttempt[]> {
  const { run, claim } = context;
  const { scenarios } = run.plan;
  const simulated = [...scenarios.keys()].filter((no) => scenarios[no]?.user !== undefined);
  if (simulated.length === 0) return [];
  const isReplayable = ({ replays }: PlayedConversation): boolean =>
    mayReplay && run.revision === 1 && replays < MAX_REPLAYS;
  const graded = await listGraded(tx, run.id);
  const spoiled: SpoiledAttempt[] = [];
  for await (const batch of inBatches(listUngraded(tx, run, { simulated, graded }))) {
    if (isPaused()) return spoiled;
    const attempts = await loadAttempts(tx, context, batch);
    const results = await Promise.all(
      attempts.map((attempt) => gradeAttempt(context, attempt, { signal, isReplayable })),
    );
    await retryWhileUnavailable(() => save(tx, claim, results), signal);
    spoiled.push(...results.flatMap((result) => result.replay ?? []));
  }
  return spoiled;
}

async function* listUngraded(
  tx: SqlExecutor,
  { id }: Run,
  { simulated, graded }: { simulated: readonly number[]; graded: ReadonlySet<string> },
): AsyncGenerator<PlayedConversation> {
  for await (const played of listPlayedConversations(tx, id, simulated)) {
    if (!graded.has(toKey(played))) yield played;
  }
}

interface SimulatedAttempt {
  readonly played: PlayedConversation;
  readonly scenario: PlannedScenario;
  /** None if the user gave no first message. */
  readonly turns: readonly Turn[];
  readonly known: KnownJudgements;
}

async function loadAttempts(
  tx: SqlExecutor,
  { run, store }: Asking,
  batch: readonly PlayedConversation[],
): Promise<readonly SimulatedAttempt[]> {
  const [first, last] = [batch[0], batch.at(-1)];
  if (first === undefined || last === undefined) return [];
  const keys = batch.map(({ scenarioNo, attemptNo }) => ({ runId: run.id, scenarioNo, attemptNo }));
  const known = await store.loadConversations(first, last);
  const turns = Map.groupBy(await listPlayedTurns(tx, keys), toKey);
  return batch.flatMap((played) => {
    const scenario = run.plan.scenarios[played.scenarioNo];
    return scenario ? [{ played, scenario, known, turns: turns.get(toKey(played)) ?? [] }] : [];
  });
}

interface GradedAttempt {
  readonly audit: AuditRow | undefined;
  /** Exactly one of these: its grades, or the attempt is played again. */
  readonly conversation?: GradedConversation;
  readonly replay?: SpoiledAttempt;
}

interface GradeOptions {
  readonly signal: AbortSignal;
  readonly isReplayable: (played: PlayedConversation) => boolean;
}

async function gradeAttempt(
  context: ConversationContext,
  attempt: SimulatedAttempt,
  { signal, isReplayable }: GradeOptions,
): Promise<GradedAttempt> {
  const { played, scenario, turns } = attempt;
  const { scenarioNo, attemptNo } = played;
  const endedBy = findEnd(attempt);
  const audit = await auditAttempt(context, { ...attempt, endedBy }, signal);
  const row = audit && {
    scenarioNo,
    attemptNo,
    try: played.try,
    outcome: audit.outcome,
    faults: audit.faults.map(({ kind }) => kind),
  };
  const isSpoiled = audit?.outcome === 'spoiled';
  if (isSpoiled && isReplayable(played)) {
    const replay = { scenarioNo, attemptNo, turns: countScenarioTurns(scenario) };
    return { audit: row, replay };
  }
  const user = toUserResult(attempt, { audit, endedBy });
  const { goal_reached: goalReached, excluded } = user;
  const [first, ...others] = turns;
  const isChecked = excluded === null && audit !== undefined && first !== undefined;
  const grades = await context.local.gradeConversation(keyPlan(context.run), {
    scenarioNo,
    turns: isChecked ? turns : undefined,
    judged: isChecked
      ? await judgeConversation(context, { ...attempt, turns: [first, ...others] }, signal)
      : undefined,
    user: { goalReached, excluded },
  });
  const conversation = { scenarioNo, attemptNo, ...grades, user, excludedReason: excluded };
  return { audit: row, conversation };
}

/** A failed request ends the conversation before the user can. */
function findEnd({ played, turns }: SimulatedAttempt): UserResult['ended_by'] {
  if (played.error !== null) return 'user_failed';
  if (turns.some(({ outcome }) => outcome !== 'answered')) return 'request_failed';
  return played.isEndedByUser ? 'user' : 'max_turns';
}

interface EndedAttempt extends SimulatedAttempt {
  readonly endedBy: UserResult['ended_by'];
}

/** `undefined` if the conversation has no end that can be audited. */
async function auditAttempt(
  context: Asking,
  { played, scenario, turns, known, endedBy }: EndedAttempt,
  signal: AbortSignal,
): Promise<UserAudit | undefined> {
  const { user, interactions } = scenario;
  const { scenarioNo, attemptNo, endReason } = played;
  if (user === undefined || (endedBy !== 'user' && endedBy !== 'max_turns')) return undefined;
  const audited = {
    user,
    conversation: toTranscript(scenario, turns),
    scriptedTurns: interactions.length,
    endedBy,
    endReason: endedBy === 'user' ? (endReason ?? undefined) : undefined,
    attempt: { scenarioNo, attemptNo },
    try: played.try,
    known,
  };
  return auditConversation(context, audited, signal);
}

const REACHED = { reached: true, not_reached: false, cannot_tell: null } as const;

interface AuditedEnd {
  readonly audit: UserAudit | undefined;
  readonly endedBy: UserResult['ended_by'];
}

function toUserResult({ played, turns }: SimulatedAttempt, end: AuditedEnd): UserResult {
  const { audit, endedBy } = end;
  const excluded = findExclusion(end);
  const goal = excluded === null ? (audit?.goal ?? undefined) : undefined;
  return {
    goal_reached: goal ? REACHED[goal.verdict] : null,
    turns: turns.length,
    turns_to_goal: goal?.verdict === 'reached' ? lastTurn(goal.evidence) : null,
    ended_by: endedBy,
    end_reason: endedBy === 'user' || endedBy === 'user_failed' ? played.endReason : null,
    replays: played.replays,
    excluded,
    audit: audit ?? null,
  };
}

function findExclusion({ audit, endedBy }: AuditedEnd): UserResult['excluded'] {
  if (endedBy === 'user_failed') return 'user_failed';
  return audit?.outcome === 'spoiled' ? 'user_fault' : null;
}

/** The number of turns until the last quoted reply; a reached goal always has a quote. */
function lastTurn(evidence: readonly { readonly turn: number }[]): number {
  return Math.max(...evidence.map(({ turn }) => turn)) + 1;
}

/** Audits come first: grades mean that their audit is stored. Throws if the claim is lost. */
async function save(
  tx: SqlExecutor,
  claim: GradingClaim,
  results: readonly GradedAttempt[],
): Promise<void> {
  const audits = results.flatMap(({ audit }) => audit ?? []);
  const graded = results.flatMap(({ conversation }) => conversation ?? []);
  const isClaimed =
    (await saveAudits(tx, claim, audits)) && (await saveConversationGrades(tx, claim, graded));
  if (!isClaimed) throw new GradingClaimLostError();
}
