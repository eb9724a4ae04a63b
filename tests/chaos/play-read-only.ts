import { until } from '../support/services/until.ts';
import { countTurns, installAuditTriggers, query } from './audit-triggers.ts';
import { checkRun, listBreaches } from './check-run.ts';
import { hasExited, openEnvironment, startEvals } from './open-environment.ts';
import {
  awaitEnd,
  createBatch,
  createRunBody,
  postRun,
  postUntilAccepted,
  send,
} from './post-run.ts';
import { isUnavailable } from './probe-api.ts';
import { readRecords } from './read-records.ts';
import { round, type Report } from './report.ts';
import { exitReason } from './workers.ts';

const CONVERSATIONS = 40;
const TURNS = 4;
const IN_FLIGHT = 10;
const LATENCY_MS = 300;
const TURNS_BEFORE = 30;
/** Longer than the time without a heartbeat after which another worker gets a job. */
const READ_ONLY_SECONDS = 12;

/** Makes the database read-only for a while, as during a failover. */
export async function playReadOnly(): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const database = await environment.newDatabase();
  const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT) };
  const api = await startEvals(environment, { database, name: 'api', role: 'api' });
  const workers = [];
  for (const name of ['worker-1', 'worker-2']) {
    workers.push(await startEvals(environment, { database, name, role: 'worker', env }));
  }
  await installAuditTriggers(database);
  const batch = createBatch(CONVERSATIONS, TURNS, 2 * IN_FLIGHT);
  const body = createRunBody(environment.simulator.url, batch);
  const runId = await postUntilAccepted(api.url, body, 'the run');
  await until('the run is under way', async () => (await countTurns(database)) >= TURNS_BEFORE);
  await setReadOnly(database, true);
  const began = Date.now();
  await until('it is not ready', async () => (await send(`${api.url}/readyz`))?.status === 503);
  const refused = await postRun(api.url, body, 'while it is read only');
  const read = await send(`${api.url}/runs/${runId}?interactions=false`);
  await until('no job has had a heartbeat for long', async () => {
    return (await countRecentHeartbeats(database)) === 0;
  });
  await setReadOnly(database, false);
  const ended = Date.now();
  await until('it is ready', async () => (await send(`${api.url}/readyz`))?.status === 200);
  await awaitEnd(api.url, runId);
  const sources = { database, simulator: environment.simulator.url, runId, batch, kills: [] };
  const records = await readRecords(sources);
  const repeated = records.calls.length - records.rows.length;
  return {
    name: 'read only',
    figures: {
      turns: records.rows.length,
      read_only_s: round((ended - began) / 1000),
      ended_after_s: round((Date.now() - ended) / 1000),
      repeated_calls: repeated,
    },
    breaches: [
      ...checkRun(records),
      ...listBreaches('I4', 'calls paid twice', repeated > 0 ? [`${repeated}`] : []),
      ...listBreaches(
        'R5',
        'a run is refused with 503 and Retry-After',
        isUnavailable(refused) ? [] : [JSON.stringify(refused?.body)],
      ),
      ...listBreaches('R5', 'runs can be read', read?.status === 200 ? [] : [`${read?.status}`]),
      ...listBreaches(
        'R5',
        'processes that ended',
        [api, ...workers].filter(hasExited).map(exitReason),
      ),
    ],
  };
}

/** Returns the number of jobs whose workers would keep them if the database were writable. */
async function countRecentHeartbeats(database: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    database,
    `select count(*)::int as n from fairtrial_queue.job
     where state = 'active' and heartbeat_on > now() - interval '${READ_ONLY_SECONDS} s'`,
  );
  return row?.n ?? 0;
}

/** Also affects open connections, from their next transaction. */
async function setReadOnly(database: string, isReadOnly: boolean): Promise<void> {
  const setting = 'default_transaction_read_only';
  const url = `${database}?options=-c%20${setting}%3Doff`;
  await query(url, `alter system set ${setting} = ${isReadOnly ? 'on' : 'off'}`);
  await query(url, 'select pg_reload_conf()');
}
