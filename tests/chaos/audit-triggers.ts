import pg from 'pg';

/**
 * Records which connection claimed an attempt and which wrote a turn, a message of a simulated user, a judgement or a
 * look, independent of the engine's own records. A worker that stores a look listed in `audit_pause` waits until it is
 * no longer listed, so that it can be killed in the middle of its transaction.
 */
const AUDIT_SQL = `
create table audit (written text, operation text, run_id uuid, scenario_no int, attempt_no int, turn_no int, try int,
  look_no int, worker text, at timestamptz);
create table audit_pause (look_no int);
create function audit() returns trigger language plpgsql as $$
begin
  insert into audit select * from jsonb_populate_record(null::audit,
    case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end || jsonb_build_object('written', tg_argv[0],
      'operation', tg_op, 'worker', current_setting('application_name'), 'at', clock_timestamp()));
  if tg_argv[0] = 'look' then
    while exists (select from audit_pause where look_no = new.look_no) loop perform pg_sleep(0.1); end loop;
  end if;
  return null;
end $$;
create trigger audit after update on attempt for each row when (new.state = 'running') execute function audit('claim');
create trigger audit after insert on turn for each row execute function audit('turn');
create trigger audit after insert on user_message for each row execute function audit('message');
create trigger audit after insert on judgement for each row execute function audit('judgement');
create trigger audit after insert or update or delete on run_look for each row execute function audit('look');`;

export async function installAuditTriggers(database: string): Promise<void> {
  await withClient(database, (client) => client.query(AUDIT_SQL));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function query<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await withClient(url, (client) => client.query<Row>(text, [...values]));
  return rows;
}

/** Returns the number of stored turns. */
export async function countTurns(url: string): Promise<number> {
  const [row] = await query<{ n: number }>(url, 'select count(*)::int as n from turn');
  return row?.n ?? 0;
}

/** True if at least this many turns are stored; false while the database is restarted. */
export async function hasTurns(url: string, least: number): Promise<boolean> {
  return (await countTurns(url).catch(() => 0)) >= least;
}

/** Returns the number of recorded messages of users, stored turns and answers of the judge. */
export async function countSteps(database: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    database,
    `select count(*)::int as n from audit where written in ('message', 'turn', 'judgement')`,
  );
  return row?.n ?? 0;
}

/** Returns the worker that stored the last judgement of a run, if the run has at least `count` judgements. */
export async function findGrader(
  database: string,
  runId: string,
  count: number,
): Promise<string | undefined> {
  const [row] = await query<{ worker: string }>(
    database,
    `with judged as (select * from audit where run_id = $1 and written = 'judgement')
     select worker from judged where (select count(*) from judged) >= $2 order by at desc limit 1`,
    [runId, count],
  );
  return row?.worker;
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
