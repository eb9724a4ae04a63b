import { query } from '../audit-triggers.ts';

/**
 * Records which connection stored a judgement, and every write of a look. A worker that stores a look listed in
 * `audit_pause` waits until it is no longer listed, so that it can be killed in the middle of its transaction.
 */
const AUDIT_SQL = `
create table audit_judgement (run_id uuid, worker text, at timestamptz);
create table audit_look (run_id uuid, look_no int, operation text);
create table audit_pause (look_no int);
create function audit_judgement() returns trigger language plpgsql as $$
begin
  insert into audit_judgement values (new.run_id, current_setting('application_name'), clock_timestamp());
  return null;
end $$;
create function audit_look() returns trigger language plpgsql as $$
begin
  insert into audit_look values (coalesce(new.run_id, old.run_id), coalesce(new.look_no, old.look_no), tg_op);
  while exists (select from audit_pause where look_no = new.look_no) loop perform pg_sleep(0.1); end loop;
  return null;
end $$;
create trigger audit after insert on judgement for each row execute function audit_judgement();
create trigger audit after insert or update or delete on run_look for each row execute function audit_look();`;

export async function installGradingTriggers(database: string): Promise<void> {
  await query(database, AUDIT_SQL);
}

/** Makes workers wait while they store this look. */
export async function pauseAtLook(database: string, lookNo: number): Promise<void> {
  await query(database, 'insert into audit_pause values ($1)', [lookNo]);
}

export async function endPause(database: string, lookNo: number): Promise<void> {
  await query(database, 'delete from audit_pause where look_no = $1', [lookNo]);
}

/** Returns the worker that waits while it stores a look; `undefined` if there is none. */
export async function findPaused(database: string): Promise<string | undefined> {
  const [row] = await query<{ worker: string }>(
    database,
    `select application_name as worker from pg_stat_activity
     where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return row?.worker;
}

/** Returns the worker that stored the last judgement of a run, if the run has at least `count` judgements. */
export async function findGrader(
  database: string,
  runId: string,
  count: number,
): Promise<string | undefined> {
  const [row] = await query<{ worker: string }>(
    database,
    `select worker from audit_judgement
     where run_id = $1 and (select count(*) from audit_judgement where run_id = $1) >= $2
     order by at desc limit 1`,
    [runId, count],
  );
  return row?.worker;
}
