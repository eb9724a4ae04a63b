import {
  AppError,
  type Check,
  type InteractionList,
  type InteractionView,
  type Outcome,
  type RunId,
  type TurnPosition,
} from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { listTurnRows, type TurnRow, type TurnSort } from '../../db/turns/list-turn-rows.ts';
import { findTurn } from '../../db/turns/list-turns.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { readTurnCursor, toTurnCursor } from './turn-cursor.ts';
import { toInteraction } from './to-interaction.ts';
import { viewJudgements } from './view-judgements.ts';

export interface InteractionQuery {
  readonly scenario: number | undefined;
  readonly attempt: number | undefined;
  readonly turn: number | undefined;
  readonly outcome: Outcome | undefined;
  readonly below: number | undefined;
  readonly passed: boolean | undefined;
  readonly failedCheck: Check['type'] | undefined;
  readonly flag: string | undefined;
  readonly q: string | undefined;
  readonly sort: TurnSort;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** The interactions of a run, as thin rows. */
export async function listInteractions(
  tx: Tx,
  runId: RunId,
  query: InteractionQuery,
): Promise<InteractionList> {
  const rows = await listTurnRows(tx, {
    runId,
    scenarioNo: query.scenario,
    attemptNo: query.attempt,
    turnNo: query.turn,
    outcome: query.outcome,
    belowOverall: query.below,
    passed: query.passed,
    failedCheck: query.failedCheck,
    flag: query.flag,
    search: query.q,
    sort: query.sort,
    after: query.cursor === undefined ? undefined : readTurnCursor(query.sort, query.cursor),
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    interactions: page.map(toRow),
    next_cursor: last && rows.length > page.length ? toTurnCursor(query.sort, last) : null,
  };
}

function toRow(row: TurnRow): InteractionList['interactions'][number] {
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

/** One interaction with all its texts. */
export async function viewInteraction(
  tx: Tx,
  runId: RunId,
  place: TurnPosition,
): Promise<InteractionView> {
  const { scenario: scenarioNo, attempt: attemptNo, turn: turnNo } = place;
  const [run, turn] = await Promise.all([
    findRun(tx, runId),
    findTurn(tx, { runId, scenarioNo, attemptNo, turnNo }),
  ]);
  const scenario = run?.plan.scenarios[scenarioNo];
  const interaction = scenario?.interactions[turnNo];
  if (!run || !scenario || !interaction || !turn) {
    const detail = `run ${runId} has no turn ${scenarioNo}/${attemptNo}/${turnNo}, or has not played it`;
    throw new AppError('turn_not_found', detail);
  }
  const judgements = await viewJudgements(tx, run, turn);
  return {
    ...toInteraction(interaction, turn),
    ...place,
    scenario_id: scenario.id,
    ...(judgements && { judgements }),
  };
}
