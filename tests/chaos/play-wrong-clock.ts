import { clockAhead } from '../support/services/clock-ahead.ts';
import { installAuditTriggers, query } from './audit-triggers.ts';
import { checkRun, listBreaches, type Breach } from './check-run.ts';
import { hasExited, kill, openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, createRunBody, postUntilAccepted } from './post-run.ts';
import { readRecords } from './read-records.ts';
import type { Report } from './report.ts';
import { exitReason } from './workers.ts';

const BATCH = { scenarios: 1, attempts: 6, turns: 2, concurrency: 4 };
const THREE_MONTHS_MS = 92 * 24 * 3600 * 1000;

/**
 * One process with a clock three months ahead and one with a correct clock play runs. Afterwards a process with a
 * correct clock starts and plays a run alone.
 */
export async function playWrongClock(): Promise<Report> {
  await using environment = await openEnvironment(20);
  const database = await environment.newDatabase();
  const { now: before } = await readClock(database);
  const body = createRunBody(environment.simulator.url, BATCH);
  const env = clockAhead(THREE_MONTHS_MS);
  const [wrong, right] = await Promise.all([
    startEvals(environment, { database, name: 'wrong', role: 'all', env }),
    startEvals(environment, { database, name: 'right', role: 'all' }),
  ]);
  await installAuditTriggers(database);
  const runIds: string[] = [];
  for (const [n, { url }] of [wrong, right, wrong].entries()) {
    runIds.push(await postUntilAccepted(url, body, `run ${n}`));
  }
  for (const runId of runIds) await awaitEnd(right.url, runId);
  const ended = [wrong, right].filter(hasExited).map(exitReason);
  for (const service of [wrong, right]) await kill(service);
  const later = await startEvals(environment, { database, name: 'later', role: 'all' });
  runIds.push(await postUntilAccepted(later.url, body, 'the last run'));
  await awaitEnd(later.url, runIds.at(-1) ?? '');

  const breaches: Breach[] = [];
  for (const runId of runIds) {
    const sources = { database, simulator: environment.simulator.url, runId, batch: BATCH };
    breaches.push(...checkRun(await readRecords({ ...sources, kills: [] })));
  }
  const misplaced = await listMisplaced(database, before);
  return {
    name: 'wrong clock',
    figures: { runs: runIds.length },
    breaches: [
      ...breaches,
      ...listBreaches('R4', 'processes that ended', ended),
      ...listBreaches('R4', 'runs with a time that is not that of the database', misplaced),
      ...listBreaches('R4', 'runs in another order', await listUnordered(database, runIds)),
    ],
  };
}

async function readClock(database: string): Promise<{ readonly now: Date }> {
  const [row] = await query<{ now: Date }>(database, 'select clock_timestamp() as now');
  if (row === undefined) throw new Error('the database did not return its time');
  return row;
}

/** Lists runs whose id, times or duration lie outside the duration of the test. */
async function listMisplaced(database: string, before: Date): Promise<readonly string[]> {
  const rows = await query<{ what: string }>(
    database,
    `select concat_ws(' ', r.id, r.created_at, r.finished_at, s.summary->>'duration_ms') as what
     from run r join run_summary s on s.run_id = r.id
     where not (r.created_at between $1 and clock_timestamp() and r.finished_at between r.created_at and clock_timestamp()
       and (s.summary->>'duration_ms')::float8 between 0 and extract(epoch from clock_timestamp() - $1) * 1000
       and left(replace(r.id::text, '-', ''), 12) = lpad(to_hex((extract(epoch from r.created_at) * 1000)::bigint), 12, '0'))`,
    [before],
  );
  return rows.map(({ what }) => what);
}

/** Lists runs whose ids are not in order of creation. */
async function listUnordered(
  database: string,
  runIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(database, 'select id from run order by id');
  const sorted = rows.map(({ id }) => id);
  return sorted.every((id, at) => id === runIds[at]) ? [] : [sorted.join(', ')];
}
