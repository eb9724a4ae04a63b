import type { RunId, UserAudit } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import type { AttemptOrdinals } from '../../entities/turn.ts';
import type { GradingClaim } from '../grading/begin-grading.ts';
import type { UserFailure } from './user-messages.ts';

/** What the judge found in one conversation with a simulated user. */
export interface AuditRow extends AttemptOrdinals {
  readonly try: number;
  readonly outcome: UserAudit['outcome'];
  /** Kinds of faults. */
  readonly faults: readonly string[];
}

const SAVE = `
with held as materialized (
  select id from run where id = $1 and grading_epoch = $2 and state = 'finishing' for share
), saved as (
  insert into user_audit (run_id, scenario_no, attempt_no, try, outcome, faults)
  select h.id, x."scenarioNo", x."attemptNo", x.try, x.outcome, array(select json_array_elements_text(x.faults))
  from held h, json_to_recordset($3::json) as x ("scenarioNo" int, "attemptNo" int, try int, outcome text, faults json)
  on conflict (run_id, scenario_no, attempt_no, try) do update set outcome = excluded.outcome, faults = excluded.faults
)
select id from held`;

/** Stores audits. A rescore replaces them. Returns false if the claim is no longer valid. */
export async function saveAudits(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  rows: readonly AuditRow[],
): Promise<boolean> {
  return (await queryRows(tx, SAVE, [runId, epoch, toJsonParameter(rows)])).length > 0;
}

/** The first audit of each attempt: conversations that were played again do not count. */
export function listFirstAudits(tx: SqlExecutor, id: RunId): Promise<readonly AuditRow[]> {
  return queryRows<AuditRow>(
    tx,
    `select distinct on (scenario_no, attempt_no) scenario_no as "scenarioNo", attempt_no as "attemptNo", try, outcome, faults
     from user_audit where run_id = $1 and outcome <> 'failed' order by scenario_no, attempt_no, try`,
    [id],
  );
}

/** An attempt with a simulated user that was played to its end. */
export interface PlayedConversation extends AttemptOrdinals {
  readonly try: number;
  readonly replays: number;
  /** True if its last message on record says that it is the last one. */
  readonly isEndedByUser: boolean;
  /** The reason of the last message on record; null if there is none. */
  readonly endReason: string | null;
  /** Why the user gave no message. */
  readonly error: UserFailure | null;
  /** What the judge found in this try; null if it was not audited yet. */
  readonly audited: UserAudit['outcome'] | null;
}

const PAGE_ROWS = 500;

const PAGE = `
select a.scenario_no as "scenarioNo", a.attempt_no as "attemptNo", a.try, a.replays,
  coalesce(m.is_last, false) as "isEndedByUser", m.reason as "endReason", m.error, u.outcome as audited
from attempt a
left join lateral (
  select is_last, reason, error from user_message m
  where (m.run_id, m.scenario_no, m.attempt_no, m.try) = ($1, a.scenario_no, a.attempt_no, a.try)
  order by turn_no desc limit 1
) m on true
left join user_audit u on (u.run_id, u.scenario_no, u.attempt_no, u.try) = ($1, a.scenario_no, a.attempt_no, a.try)
where a.run_id = $1 and a.state = 'done' and a.scenario_no = any($4) and (a.scenario_no, a.attempt_no) > ($2, $3)
order by a.scenario_no, a.attempt_no limit ${PAGE_ROWS}`;

/** Yields the attempts at these scenarios that were played to their end, in order. */
export async function* listPlayedConversations(
  tx: SqlExecutor,
  id: RunId,
  scenarioNos: readonly number[],
): AsyncGenerator<PlayedConversation> {
  let after: readonly number[] = [-1, -1];
  for (;;) {
    const page = await queryRows<PlayedConversation>(tx, PAGE, [id, ...after, scenarioNos]);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = [last.scenarioNo, last.attemptNo];
  }
}
