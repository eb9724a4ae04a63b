import pg from 'pg';
import { until } from '../support/services/until.ts';
import { installAuditTriggers, query } from './audit-triggers.ts';
import { checkRun } from './check-run.ts';
import { openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { readRecords } from './read-records.ts';
import { round, type Report } from './report.ts';

const CONVERSATIONS = 60;
const TURNS = 4;
const IN_FLIGHT = 12;
const LATENCY_MS = 300;
const TABLES = ['turn', 'attempt', 'run_event', 'judgement'];

/**
 * Plays a run and starts a process that has to create partitions while a transaction holds locks on all tables, as
 * pg_dump does. The partitions are made and the run ends before the transaction does.
 */
export async function playBackup(): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const database = await environment.newDatabase();
  const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT), RETENTION_DAYS: '30' };
  const { url } = await startEvals(environment, { database, name: 'first', role: 'all', env });
  await installAuditTriggers(database);
  const made = await listPartitions(database);
  const missing = TABLES.map(
    (table) => made.findLast((name) => name.startsWith(`${table}_`)) ?? '',
  );
  for (const name of missing) await query(database, `drop table ${name}`);
  const batch = createBatch(CONVERSATIONS, TURNS, IN_FLIGHT);
  const body = createRunBody(environment.simulator.url, batch);
  const runId = await postUntilAccepted(url, body, 'the run');
  const backup = await beginBackup(database);
  const begun = Date.now();
  await startEvals(environment, { database, name: 'second', role: 'worker', env });
  await until('the partitions are made', async () => {
    const now = await listPartitions(database);
    return missing.every((name) => now.includes(name));
  });
  const madeMs = Date.now() - begun;
  await awaitEnd(url, runId); // while the backup still holds its locks
  await backup.end();
  const sources = { database, simulator: environment.simulator.url, runId, batch };
  const records = await readRecords({ ...sources, kills: [] });
  const times = records.rows.map(({ committed }) => committed).toSorted((a, b) => a - b);
  const gaps = times.map((time, at) => time - (times[at - 1] ?? time));
  const longest = Math.max(...gaps);
  return {
    name: 'backup',
    figures: {
      turns: records.rows.length,
      partitions_made_after_s: round(madeMs / 1000),
      longest_wait_s: round(longest / 1000),
    },
    breaches: checkRun(records),
  };
}

/** Lists the partitions of all tables by name, oldest first. */
async function listPartitions(database: string): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    database,
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent::regclass::text in ('${TABLES.join(`', '`)}') order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Takes the locks of pg_dump, and holds them until the client disconnects. */
async function beginBackup(database: string): Promise<pg.Client> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'fairtrial_queue'::regnamespace)`,
  );
  for (const { name } of rows) await client.query(`lock table ${name} in access share mode`);
  await client.query('select count(*) from turn');
  return client;
}
