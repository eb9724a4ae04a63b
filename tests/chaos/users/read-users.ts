import { query } from '../audit-triggers.ts';
import type { StoredAnswer } from '../grading/read-grading.ts';
import type { AuditEntry } from '../read-records.ts';
import type { AttemptRow, MessageRow, PlayedRow, UserRecords } from './check-users.ts';

type Known = Pick<
  UserRecords,
  'runId' | 'calls' | 'kills' | 'inFlight' | 'judgeConcurrency' | 'scenarios' | 'attemptsEach'
>;

const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;
const PLACE = 'scenario_no as scenario, attempt_no as attempt';
const STEP = 'run_id, scenario_no, attempt_no, turn_no, try';

const MESSAGES = `
select ${PLACE}, turn_no as turn, try, message, is_last as "isLast", worker,
  ${ms('pg_xact_commit_timestamp(m.xmin)')} as committed
from user_message m join audit_message a using (${STEP}) where run_id = $1`;

const PLAYED = `
select ${PLACE}, turn_no as turn, try, user_message as message, outcome, worker, ${ms('at')} as at
from (
  select ${STEP}, user_message, outcome from turn
  union all select ${STEP}, user_message, outcome from turn_superseded
) t right join audit_played a using (${STEP}) where run_id = $1`;

const ANSWERS = `
select concat_ws('/', scenario_no, attempt_no, turn_no, kind, sample_no, split_part(prompt_digest, '/', 2)) as question,
  ${ms('pg_xact_commit_timestamp(xmin)')} as committed
from judgement where run_id = $1 and kind = 'audit'`;

interface Head {
  readonly state: string;
  readonly total: number;
  readonly finished: number;
}

/** Reads the records of a run; `known` is what the database does not know. */
export async function readUsers(
  known: Known & { readonly database: string },
): Promise<UserRecords> {
  const { database, runId } = known;
  const rows = <Row extends object>(text: string): Promise<readonly Row[]> =>
    query<Row>(database, text, [runId]);
  const [head] = await rows<Head>(
    `select r.state, p.turns_total as total, p.turns_finished as finished
     from run r join run_progress p on p.run_id = r.id where r.id = $1`,
  );
  if (head === undefined) throw new Error(`I1: run ${runId} is gone`);
  return {
    ...known,
    ...head,
    attempts: await rows<AttemptRow>(
      `select ${PLACE}, state, try, replays from attempt where run_id = $1`,
    ),
    messages: await rows<MessageRow>(MESSAGES),
    played: await rows<PlayedRow>(PLAYED),
    claims: await rows<AuditEntry>(
      `select ${PLACE}, worker, ${ms('at')} as at from audit_claim where run_id = $1 order by at`,
    ),
    answers: await rows<StoredAnswer>(ANSWERS),
  };
}
