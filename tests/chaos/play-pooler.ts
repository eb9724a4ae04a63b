import { installAuditTriggers, query } from './audit-triggers.ts';
import { checkRun, listBreaches } from './check-run.ts';
import { hasExited, openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { readRecords } from './read-records.ts';
import { round, type Report } from './report.ts';
import { startPgbouncer } from './start-pgbouncer.ts';
import { exitReason } from './workers.ts';

const CONVERSATIONS = 60;
const TURNS = 4;
const IN_FLIGHT = 12;
const LATENCY_MS = 100;

/** Plays a run through pgbouncer, which runs each transaction on another connection. */
export async function playPooler(): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const direct = await environment.newDatabase();
  await using pooler = await startPgbouncer(direct);
  const database = pooler.url;
  const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT), DATABASE_LISTEN_URL: direct };
  const services = [];
  for (const [n, role] of (['api', 'worker', 'worker'] as const).entries()) {
    services.push(await startEvals(environment, { database, name: `${role}-${n}`, role, env }));
  }
  const [{ url: api }] = services as [(typeof services)[number]];
  await installAuditTriggers(direct);
  const batch = createBatch(CONVERSATIONS, TURNS, 2 * IN_FLIGHT);
  const started = performance.now();
  const body = createRunBody(environment.simulator.url, batch);
  const runId = await postUntilAccepted(api, body, 'the run');
  await awaitEnd(api, runId);
  const seconds = (performance.now() - started) / 1000;
  const sources = { database: direct, simulator: environment.simulator.url, runId, batch };
  const records = await readRecords({ ...sources, kills: [] });
  const repeated = records.calls.length - records.rows.length;
  const unset = await query<{ name: string }>(
    database,
    `select name from pg_settings where name = 'plan_cache_mode' and setting <> 'force_generic_plan'`,
  );
  return {
    name: 'pooler',
    figures: { turns: records.rows.length, wall_s: round(seconds), repeated_calls: repeated },
    breaches: [
      ...checkRun(records),
      ...listBreaches('I4', 'calls paid twice', repeated > 0 ? [`${repeated}`] : []),
      ...listBreaches(
        'R6',
        'settings that connections lack',
        unset.map(({ name }) => name),
      ),
      ...listBreaches('R6', 'processes that ended', services.filter(hasExited).map(exitReason)),
    ],
  };
}
