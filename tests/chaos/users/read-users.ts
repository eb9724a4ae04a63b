import type { StoredAnswer } from '../grading/read-grading.ts';
import { ms, PLACE, readClaims, readerOf } from '../read-records.ts';
import type { AttemptRow, MessageRow, PlayedRow, UserRecords } from './check-users.ts';

type Known = Pick<
  UserRecords,
  'runId' | 'calls' | 'kills' | 'inFlight' | 'judgeConcurrency' | 'scenarios' | 'attemptsEach'
>;

const STEP = 'run_id, scenario_no, attempt_no, turn_no, try';

const MESSAGES = `
select ${PLACE}, turn_no as turn, try, message, is_last as "isLast", worker,
  ${ms('pg_xact_commit_timestamp(m.xmin)')} as committed
from user_message m join audit a using (${STEP}) where run_id = $1 and written = 'message'`;

const PLAYED = `
select ${PLACE}, turn_no as turn, try, user_message as message, outcome, worker, ${ms('at')} as at
from (
  select ${STEP}, user_message, outcome from turn
  union all select ${STEP}, user_message, outcome from turn_superseded
) t right join audit a using (${STEP}) where run_id = $1 and written = 'turn'`;

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
  const rows = readerOf(database, runId);
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
    claims: await readClaims(rows),
    answers: await rows<StoredAnswer>(ANSWERS),
  };
}
