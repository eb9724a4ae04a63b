import { type JudgementRow, listJudgements } from '../../db/grading/judgements.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  AppError,
  type InteractionList,
  type InteractionView,
  type JudgementView,
  type RunId,
  type TurnPosition,
} from '@fairtrial/contracts';
import type {
  Annotation,
  AuditJudgement,
  ChecksJudgement,
  JudgedCheck,
  Judgement,
} from '@fairtrial/scorers';
import { findGradedConversation } from '../../db/grading/conversation-grades.ts';
import { findRun } from '../../db/runs/find-run.ts';
import {
  hasConversationResult,
  interactionAt,
  type PlannedScenario,
  type Run,
} from '../../entities/run.ts';
import { listTurnRows, type TurnQuery, type TurnRow } from '../../db/turns/list-turn-rows.ts';
import { findTurn, listPlayedTurns } from '../../db/turns/list-turns.ts';
import type { GradedConversation, Turn, TurnOrdinals } from '../../entities/turn.ts';
import { readTurnCursor, toTurnCursor } from './cursors.ts';
import { explainTurn } from './explain-turn.ts';
import { showsCalls, toConversation, toInteraction } from './to-interaction.ts';

/** Returns one page of the interactions of a run, each with its scores and the start of its reply. */
export async function listInteractions(
  tx: SqlExecutor,
  runId: RunId,
  query: TurnQuery,
): Promise<InteractionList> {
  const { cursor, ...filter } = query;
  const rows = await listTurnRows(tx, {
    ...filter,
    runId,
    after: cursor === undefined ? undefined : readTurnCursor(query.sort, cursor),
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    interactions: page.map(toListEntry),
    next_cursor: last && rows.length > page.length ? toTurnCursor(query.sort, last) : null,
  };
}

function toListEntry(row: TurnRow): InteractionList['interactions'][number] {
  return {
    scenario: row.scenarioNo,
    attempt: row.attemptNo,
    turn: row.turnNo,
    outcome: row.outcome,
    error_kind: row.errorKind,
    overall: row.overall,
    passed: row.passed,
    latency_ms: row.latencyMs,
    flags: [...row.flags],
    excerpt: row.excerpt,
  };
}

export async function viewInteraction(
  tx: SqlExecutor,
  runId: RunId,
  position: TurnPosition,
): Promise<InteractionView> {
  const { scenario: scenarioNo, attempt: attemptNo, turn: turnNo } = position;
  const [run, turn] = await Promise.all([
    findRun(tx, runId),
    findTurn(tx, { runId, scenarioNo, attemptNo, turnNo }),
  ]);
  const scenario = run?.plan.scenarios[scenarioNo];
  const interaction = scenario && turn && interactionAt(scenario, turn);
  if (!run || !scenario || !interaction || !turn) {
    const detail = `run ${runId} has no turn ${scenarioNo}/${attemptNo}/${turnNo}, or has not played it`;
    throw new AppError('turn_not_found', detail);
  }
  const [judgements, conversation, turns] = await Promise.all([
    viewJudgements(tx, run, turn),
    hasConversationResult(scenario) ? findGradedConversation(tx, turn) : undefined,
    showsCalls(scenario) || scenario.user ? listPlayedTurns(tx, [turn]) : [],
  ]);
  return {
    ...toInteraction(interaction, turn, run.plan),
    scenario: scenarioNo,
    attempt: attemptNo,
    turn: turnNo,
    scenario_id: scenario.id,
    ...(judgements && { judgements }),
    ...viewConversation(run, { scenario, conversation, turns }),
    score_explanation: explainTurn(run, scenario, turn),
  };
}

interface ViewedConversation {
  readonly scenario: PlannedScenario;
  /** `undefined` without a result of the whole conversation. */
  readonly conversation: GradedConversation | undefined;
  readonly turns: readonly Turn[];
}

/** With a simulated user, also what its model was told and what was said. */
function viewConversation(
  { plan }: Run,
  { scenario, conversation, turns }: ViewedConversation,
): Pick<InteractionView, 'conversation' | 'simulated_user'> {
  const result = conversation && toConversation(plan, conversation, turns);
  const { user } = scenario;
  if (user === undefined) return result ? { conversation: result } : {};
  const said = turns.map(({ turnNo, userMessage, reply }) => ({
    turn: turnNo,
    user_message: interactionAt(scenario, { turnNo, userMessage })?.user_message ?? '',
    agent_reply: reply,
  }));
  const { persona, facts, ...rest } = user;
  return {
    simulated_user: { ...rest, persona, facts: { ...facts } },
    ...(result && { conversation: { ...result, turns: said } }),
  };
}

/** Returns every answer of a judge or annotator about one reply; `undefined` if the run uses no models for grading. */
async function viewJudgements(
  tx: SqlExecutor,
  { id: runId, plan, revision }: Run,
  turn: TurnOrdinals,
): Promise<JudgementView[] | undefined> {
  if (plan.grading === undefined) return undefined;
  const { sinceRevision: since } = plan.grading;
  const rows = await listJudgements(tx, { runId, since, revision, first: turn, last: turn });
  return rows.flatMap((row) => (row.kind === 'probe' ? [] : [toJudgementView(row, row.kind)]));
}

function toJudgementView(row: JudgementRow, kind: JudgementView['kind']): JudgementView {
  const result = row.result as Judgement | ChecksJudgement | AuditJudgement | Annotation; // stored as JSON by the judgement store
  const judged = result.state === 'judged' ? result : undefined;
  const compared = judged && 'choice' in judged ? judged : undefined;
  return {
    kind,
    model: row.model,
    sample: row.sampleNo,
    outcome: row.outcome,
    choice: compared?.choice ?? null,
    ...(judged && 'checks' in judged && { checks: judged.checks.map(toCheckView) }),
    score: row.score,
    rationale: compared?.reason ?? null,
    failure: 'failure' in result ? result.failure : null,
    usage: row.usage,
    latency_ms: row.latencyMs,
  };
}

function toCheckView({
  id,
  verdict,
  reason,
}: JudgedCheck): NonNullable<JudgementView['checks']>[number] {
  return { id, verdict: verdict === 'unreadable' ? 'failed' : verdict, reason };
}
