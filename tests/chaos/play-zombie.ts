import { attemptPosition, listBreaches, checkRun, turnPosition, type Breach } from './check-run.ts';
import { exitReason } from './workers.ts';
import { readRecords, type RunRecords } from './read-records.ts';
import { hasExited, openEnvironment, startEvals } from './open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted } from './post-run.ts';
import { round, type Report } from './report.ts';
import { until } from '../support/services/until.ts';
import { countTurns, installAuditTriggers, query } from './audit-triggers.ts';

const CONVERSATIONS = 60;
const TURNS = 4;
const IN_FLIGHT = 20;
const LATENCY_MS = 700;
const TURNS_BEFORE_PAUSE = 30;

/** Pauses a worker until its claims are taken over, then resumes it with replies to write. */
export async function playZombie(): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  const database = await environment.newDatabase();
  const env = { WORKER_IN_FLIGHT: String(IN_FLIGHT) };
  const api = await startEvals(environment, { database, name: 'api', role: 'api' });
  const zombie = await startEvals(environment, { database, name: 'zombie', role: 'worker', env });
  // Stopped until the other worker is, which thus claims every lane.
  const successor = await startEvals(environment, {
    database,
    name: 'successor',
    role: 'worker',
    env,
  });
  successor.process.kill('SIGSTOP');
  await installAuditTriggers(database);
  const batch = createBatch(CONVERSATIONS, TURNS, IN_FLIGHT);
  const runId = await postUntilAccepted(
    api.url,
    createRunBody(environment.simulator.url, batch),
    'the run',
  );
  await until('the run is under way', async () => {
    return (await countTurns(database)) >= TURNS_BEFORE_PAUSE;
  });
  zombie.process.kill('SIGSTOP');
  successor.process.kill('SIGCONT');
  const pausedAt = Date.now();
  await until('its claims are taken over', () => isTakenOver(database));
  const resumedAt = Date.now();
  zombie.process.kill('SIGCONT');
  await awaitEnd(api.url, runId);
  const sources = { database, simulator: environment.simulator.url, runId, batch, kills: [] };
  const records = await readRecords(sources);
  const takenOver = takenOverBefore(records, resumedAt);
  return {
    name: 'zombie',
    figures: {
      turns: records.rows.length,
      claims_held_when_paused: takenOver.size,
      taken_over_after_s: round((resumedAt - pausedAt) / 1000),
      repeated_calls: records.calls.length - records.rows.length,
      turns_written_after_resume: records.writes.filter(isBy('zombie', resumedAt)).length,
    },
    breaches: [
      ...checkRun(records),
      ...checkZombie(records, { takenOver, pausedAt, resumedAt }),
      ...listBreaches(
        'I5',
        'the paused worker ended',
        hasExited(zombie) ? [exitReason(zombie)] : [],
      ),
    ],
  };
}

/** True once the successor has claimed every unfinished attempt, and stored a turn of each that the zombie had begun. */
async function isTakenOver(database: string): Promise<boolean> {
  const [row] = await query<{ left: number }>(
    database,
    `select count(*)::int as left from attempt a
     where state in ('queued', 'running') and not exists (
       select from audit w where w.written = 'claim' and w.worker = 'successor'
         and (w.run_id, w.scenario_no, w.attempt_no) = (a.run_id, a.scenario_no, a.attempt_no)
         and (not exists (select from audit t where t.written = 'turn' and t.worker = 'zombie'
             and (t.run_id, t.scenario_no, t.attempt_no) = (a.run_id, a.scenario_no, a.attempt_no))
           or exists (select from audit t where t.written = 'turn' and t.worker = 'successor'
             and (t.run_id, t.scenario_no, t.attempt_no) = (a.run_id, a.scenario_no, a.attempt_no))))`,
  );
  return row?.left === 0;
}

const isBy = (worker: string, since: number) => (entry: { worker: string; at: number }) =>
  entry.worker === worker && entry.at >= since;

/** Returns the attempts that the successor took over before the zombie resumed. */
function takenOverBefore({ claims }: RunRecords, resumedAt: number): ReadonlySet<string> {
  const early = claims.filter(({ at }) => at < resumedAt);
  const before = new Set(early.filter(({ worker }) => worker === 'zombie').map(attemptPosition));
  const after = early.filter(({ worker }) => worker === 'successor').map(attemptPosition);
  return new Set(after.filter((attempt) => before.has(attempt)));
}

interface Pause {
  readonly takenOver: ReadonlySet<string>;
  readonly pausedAt: number;
  readonly resumedAt: number;
}

function checkZombie({ writes, calls, runId }: RunRecords, pause: Pause): Breach[] {
  const { takenOver, pausedAt, resumedAt } = pause;
  // A statement in flight at the time of the pause does not count.
  const written = writes.filter(
    (write) => takenOver.has(attemptPosition(write)) && isBy('zombie', resumedAt)(write),
  );
  const held = calls.filter(({ in: time, out }) => time < pausedAt && out > pausedAt);
  return [
    ...listBreaches('I5', 'turns written after its claim was lost', written.map(turnPosition)),
    ...listBreaches(
      'I5',
      'nothing was tested: it held no claims',
      takenOver.size > 0 ? [] : [runId],
    ),
    ...listBreaches(
      'I5',
      'nothing was tested: no call was in flight',
      held.length > 0 ? [] : [runId],
    ),
  ];
}
