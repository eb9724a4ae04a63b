import pg from 'pg';
import { until } from '../support/services/until.ts';

/** A guard against hanging for a run of thousands of turns. */
const RUN_TIMEOUT_MS = 900_000;

/**
 * Records in the database which connection claimed an attempt and which wrote a turn, independent of the engine's own
 * records.
 */
const AUDIT_SQL = `
create table audit_claim (run_id uuid, scenario_no int, attempt_no int, worker text, at timestamptz);
create table audit_turn (run_id uuid, scenario_no int, attempt_no int, turn_no int, worker text, at timestamptz);
create function audit_claim() returns trigger language plpgsql as $$
begin
  insert into audit_claim values (new.run_id, new.scenario_no, new.attempt_no,
    current_setting('application_name'), clock_timestamp());
  return null;
end $$;
create function audit_turn() returns trigger language plpgsql as $$
begin
  insert into audit_turn values (new.run_id, new.scenario_no, new.attempt_no, new.turn_no,
    current_setting('application_name'), clock_timestamp());
  return null;
end $$;
create trigger audit after update on attempt for each row when (new.state = 'running')
  execute function audit_claim();
create trigger audit after insert on turn for each row execute function audit_turn();`;

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

/** Waits until this many turns are stored, or the run is over. */
export async function untilTurns(url: string, count: number, over: AbortSignal): Promise<void> {
  // While the database is restarted, it has no answer.
  const countNow = (): Promise<number> => countTurns(url).catch(() => 0);
  const areStored = async (): Promise<boolean> => over.aborted || (await countNow()) >= count;
  await until(`${count} turns are stored`, areStored, RUN_TIMEOUT_MS);
}

/** Returns the number of stored turns. */
export async function countTurns(url: string): Promise<number> {
  const [row] = await query<{ n: number }>(url, 'select count(*)::int as n from turn');
  return row?.n ?? 0;
}
