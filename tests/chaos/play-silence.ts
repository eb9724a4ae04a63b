import { startProxy } from '@fairtrial/postgres';
import { until } from '../support/services/until.ts';
import { countTurns, installAuditTriggers } from './audit-triggers.ts';
import { checkRun, listBreaches } from './check-run.ts';
import { hasExited, openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { readRecords } from './read-records.ts';
import { round, type Report } from './report.ts';
import { exitReason } from './workers.ts';

const CONVERSATIONS = 60;
const TURNS = 4;
const IN_FLIGHT = 12;
const LATENCY_MS = 300;
const TURNS_BEFORE = 40;

type Processes = 'one process' | 'two workers';

const ROLES: Readonly<Record<Processes, readonly ('all' | 'api' | 'worker')[]>> = {
  'one process': ['all'],
  'two workers': ['api', 'worker', 'worker'],
};

/** All connections to the database go silent without being closed while a run is played. */
export async function playSilence(processes: Processes): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const direct = await environment.newDatabase();
  await using proxy = await startProxy(direct);
  const services = [];
  for (const [n, role] of ROLES[processes].entries()) {
    const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT) };
    services.push(
      await startEvals(environment, { database: proxy.url, name: `${role}-${n}`, role, env }),
    );
  }
  const [{ url: api }] = services as [(typeof services)[number]];
  await installAuditTriggers(direct);
  const batch = createBatch(CONVERSATIONS, TURNS, 2 * IN_FLIGHT);
  const body = createRunBody(environment.simulator.url, batch);
  const runId = await postUntilAccepted(api, body, 'the run');
  await until('the run is under way', async () => (await countTurns(direct)) >= TURNS_BEFORE);
  proxy.silence();
  const silencedAt = Date.now();
  const before = await countTurns(direct);
  await until('turns are stored again', async () => (await countTurns(direct)) > before);
  const resumedMs = Date.now() - silencedAt;
  await awaitEnd(api, runId);
  const sources = { database: direct, simulator: environment.simulator.url, runId, batch };
  const records = await readRecords({ ...sources, kills: [] });
  const repeated = records.calls.length - records.rows.length;
  const ended = services.filter(hasExited);
  return {
    name: `silence, ${processes}`,
    figures: {
      turns: records.rows.length,
      resumed_after_s: round(resumedMs / 1000),
      ended_after_s: round((Date.now() - silencedAt) / 1000),
      repeated_calls: repeated,
    },
    breaches: [
      ...checkRun(records),
      ...listBreaches('I4', 'calls paid twice', repeated > 0 ? [`${repeated}`] : []),
      ...listBreaches('R4', 'processes that ended', ended.map(exitReason)),
    ],
  };
}
