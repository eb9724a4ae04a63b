import { setTimeout as wait } from 'node:timers/promises';
import { attemptOf, breachOf, checkRun, placeOf, type Breach } from './check-run.ts';
import { lastWords } from './workers.ts';
import { readEvidence, type GateData } from './collect-evidence.ts';
import { hasExited, openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, batchOf, bodyOf, postUntilAccepted } from './post-run.ts';
import { round, type Report } from './report.ts';
import { until } from '../support/services/until.ts';
import { installAuditTriggers, query } from './audit-triggers.ts';

const CONVERSATIONS = 60;
const TURNS = 4;
const IN_FLIGHT = 20;
const LATENCY_MS = 700;
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const TURNS_BEFORE = 30;

/** A worker is paused, its claims are taken over, and it wakes with replies in its hands. */
export async function playZombie(): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const database = await environment.newDatabase();
  const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT) };
  const api = await startEvals(environment, { database, name: 'api', role: 'api' });
  const zombie = await startEvals(environment, { database, name: 'zombie', role: 'worker', env });
  await installAuditTriggers(database);
  const batch = batchOf(CONVERSATIONS, TURNS, IN_FLIGHT);
  const runId = await postUntilAccepted(
    api.url,
    bodyOf(environment.simulator.url, batch),
    'the run',
  );
  // It has every lane before there is anybody else.
  await until('it is in the middle of the run', () => hasTurns(database, TURNS_BEFORE));
  await startEvals(environment, { database, name: 'heir', role: 'worker', env });
  zombie.process.kill('SIGSTOP');
  const pausedAt = Date.now();
  await until('its claims are taken over', () => isInherited(database), 30_000);
  const wokenAt = Date.now();
  zombie.process.kill('SIGCONT');
  await awaitEnd(api.url, runId, TIMEOUT_MS);
  const sources = { database, simulator: environment.simulator.url, runId, batch, kills: [] };
  const evidence = await readEvidence(sources);
  const inherited = inheritedFrom(evidence, wokenAt);
  return {
    name: 'zombie',
    figures: {
      turns: evidence.rows.length,
      claims_held_when_paused: inherited.size,
      taken_over_after_s: round((wokenAt - pausedAt) / 1000),
      repeated_calls: evidence.calls.length - evidence.rows.length,
      turns_of_it_after_waking: evidence.writes.filter(isBy('zombie', wokenAt)).length,
    },
    breaches: [
      ...checkRun(evidence),
      ...checkZombie(evidence, { inherited, pausedAt, wokenAt }),
      ...breachOf('I5', 'it ended instead', hasExited(zombie) ? [lastWords(zombie)] : []),
    ],
  };
}

async function hasTurns(database: string, count: number): Promise<boolean> {
  await wait(POLL_MS);
  const [row] = await query<{ n: number }>(database, 'select count(*)::int as n from turn');
  return (row?.n ?? 0) >= count;
}

/** Every attempt that is being played was last claimed by the heir. */
async function isInherited(database: string): Promise<boolean> {
  await wait(POLL_MS);
  const [row] = await query<{ left: number }>(
    database,
    `select count(*)::int as left from attempt a
     where state in ('queued', 'running') and not exists (
       select from audit_claim w where w.worker = 'heir'
         and (w.run_id, w.scenario_no, w.attempt_no) = (a.run_id, a.scenario_no, a.attempt_no))`,
  );
  return row?.left === 0;
}

const isBy = (worker: string, since: number) => (noted: { worker: string; at: number }) =>
  noted.worker === worker && noted.at >= since;

/** The attempts that passed from one to the other before it woke. */
function inheritedFrom({ claims }: GateData, wokenAt: number): ReadonlySet<string> {
  const early = claims.filter(({ at }) => at < wokenAt);
  const before = new Set(early.filter(({ worker }) => worker === 'zombie').map(attemptOf));
  const after = early.filter(({ worker }) => worker === 'heir').map(attemptOf);
  return new Set(after.filter((attempt) => before.has(attempt)));
}

interface Pause {
  readonly inherited: ReadonlySet<string>;
  readonly pausedAt: number;
  readonly wokenAt: number;
}

function checkZombie({ writes, calls, runId }: GateData, pause: Pause): Breach[] {
  const { inherited, pausedAt, wokenAt } = pause;
  // A statement that was on its way when it was paused is none of a zombie.
  const written = writes.filter(
    (write) => inherited.has(attemptOf(write)) && isBy('zombie', wokenAt)(write),
  );
  const held = calls.filter(({ in: time, out }) => time < pausedAt && out > pausedAt);
  return [
    ...breachOf('I5', 'turns it wrote of what it had lost', written.map(placeOf)),
    ...breachOf('I5', 'nothing was shown: it held no claims', inherited.size > 0 ? [] : [runId]),
    ...breachOf('I5', 'nothing was shown: no call was under way', held.length > 0 ? [] : [runId]),
  ];
}
