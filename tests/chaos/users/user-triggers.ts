import { query } from '../audit-triggers.ts';

/** Records which connection recorded a message of a user, and which stored the turn of each try. */
const AUDIT_SQL = `
create table audit_message (run_id uuid, scenario_no int, attempt_no int, turn_no int, try int, worker text, at timestamptz);
create table audit_played (like audit_message);
create function audit_message() returns trigger language plpgsql as $$
begin
  insert into audit_message values (new.run_id, new.scenario_no, new.attempt_no, new.turn_no, new.try,
    current_setting('application_name'), clock_timestamp());
  return null;
end $$;
create function audit_played() returns trigger language plpgsql as $$
begin
  insert into audit_played values (new.run_id, new.scenario_no, new.attempt_no, new.turn_no, new.try,
    current_setting('application_name'), clock_timestamp());
  return null;
end $$;
create trigger audit_user after insert on user_message for each row execute function audit_message();
create trigger audit_user after insert on turn for each row execute function audit_played();`;

export async function installUserTriggers(database: string): Promise<void> {
  await query(database, AUDIT_SQL);
}

/** Returns the number of recorded messages, stored turns and answers of the judge. */
export async function countSteps(database: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    database,
    `select ((select count(*) from audit_message) + (select count(*) from audit_played)
       + (select count(*) from audit_judgement))::int as n`,
  );
  return row?.n ?? 0;
}

/** Returns the worker that stored the last answer of the judge; `undefined` if there is none. */
export async function findLastGrader(database: string): Promise<string | undefined> {
  const [row] = await query<{ worker: string }>(
    database,
    'select worker from audit_judgement order by at desc limit 1',
  );
  return row?.worker;
}
