import { listBreaches, checkRun, type Breach } from './check-run.ts';
import { readRecords, type RunRecords } from './read-records.ts';
import {
  hasExited,
  kill,
  openEnvironment,
  startEvals,
  type Environment,
} from './open-environment.ts';
import { awaitEnd, createRunBody, postRun, postUntilAccepted } from './post-run.ts';
import type { Report } from './report.ts';
import { until } from '../support/services/until.ts';
import { installAuditTriggers, query } from './audit-triggers.ts';

const BATCH = { scenarios: 1, attempts: 3, turns: 2, concurrency: 2 };
/** Most of the time is spent waiting for a crash. */
const PARALLEL_DATABASES = 2;
/** A small run with more statements than this has another fault. */
const MAX_FAILPOINT = 500;
const KEY = 'the only one';

/** When the process crashed. `none`: the run ended before that statement. */
type Phase = 'start' | 'post' | 'run' | 'none';

interface Outcome {
  readonly failpoint: number;
  readonly phase: Phase;
  readonly breaches: readonly Breach[];
}

interface FailpointOptions {
  /** Step between tested failpoints. */
  readonly stride: number;
}

/** Ends the process before its n-th statement, for each n, and restarts it: an accepted run must complete. */
export async function playFailpoints({ stride }: FailpointOptions): Promise<Report> {
  await using environment = await openEnvironment(20);
  const reference = await playUndisturbed(environment);
  const outcomes: Outcome[] = [];
  let next = 1;
  async function keepPlaying(): Promise<void> {
    while (next <= MAX_FAILPOINT && !outcomes.some(({ phase }) => phase === 'none')) {
      const failpoint = next;
      next += stride;
      outcomes.push(await playFailpoint(environment, failpoint, reference));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_DATABASES }, keepPlaying));
  const count = (phase: Phase): number => outcomes.filter((one) => one.phase === phase).length;
  const through = outcomes.find(({ phase }) => phase === 'none')?.failpoint;
  return {
    name: 'failpoints',
    figures: {
      stride,
      crashes_while_starting: count('start'),
      crashes_while_accepting: count('post'),
      crashes_while_running: count('run'),
      went_through_at: through ?? null,
    },
    breaches: [
      ...outcomes.flatMap(({ breaches }) => breaches),
      ...listBreaches(
        'R3',
        'no run went through',
        through === undefined ? [`${MAX_FAILPOINT}`] : [],
      ),
      ...listBreaches('R3', 'no crash in the middle of a run', count('run') > 0 ? [] : ['none']),
    ],
  };
}

/** Returns the result that every run must have. */
async function playUndisturbed(environment: Environment): Promise<string> {
  const database = await environment.newDatabase();
  const service = await startEvals(environment, { database, name: 'undisturbed', role: 'all' });
  await installAuditTriggers(database);
  const runId = await postUntilAccepted(
    service.url,
    createRunBody(environment.simulator.url, BATCH),
    KEY,
  );
  await awaitEnd(service.url, runId);
  const records = await readBatchRecords(environment, database, runId);
  await kill(service);
  const [breach] = checkRun(records);
  if (breach !== undefined) throw new Error(`${breach.promise}: ${breach.what}, undisturbed`);
  return comparableResult(records);
}

async function playFailpoint(
  environment: Environment,
  failpoint: number,
  reference: string,
): Promise<Outcome> {
  const database = await environment.newDatabase();
  const { phase, accepted } = await crash(environment, database, failpoint);
  const service = await startEvals(environment, { database, name: 'second', role: 'all' });
  try {
    await installAuditTriggers(database);
    // A caller without an answer posts again with the same key.
    const body = createRunBody(environment.simulator.url, BATCH);
    const runId = accepted ?? (await postUntilAccepted(service.url, body, KEY));
    await awaitEnd(service.url, runId);
    const records = await readBatchRecords(environment, database, runId);
    const [runs] = await query<{ n: number }>(database, 'select count(*)::int as n from run');
    const calls = records.calls.length - records.rows.length;
    const breaches = [
      ...checkRun(records).filter(({ promise }) => promise !== 'I5'), // the audit triggers were installed late
      ...listBreaches(
        'R3',
        'another result',
        comparableResult(records) === reference ? [] : [comparableResult(records)],
      ),
      ...listBreaches('I2', 'runs for one key', runs?.n === 1 ? [] : [`${runs?.n}`]),
      ...listBreaches(
        'I4',
        'more repeats than lanes',
        calls > BATCH.concurrency ? [`${calls}`] : [],
      ),
    ].map(({ promise, what }) => ({ promise, what: `failpoint ${failpoint} (${phase}): ${what}` }));
    return { failpoint, phase, breaches };
  } catch (error) {
    const what = `failpoint ${failpoint} (${phase}): ${String(error)}`;
    return { failpoint, phase, breaches: [{ promise: 'R3', what }] };
  } finally {
    await kill(service);
  }
}

interface Crash {
  readonly phase: Phase;
  /** The id of the run, if the caller got it. */
  readonly accepted: string | undefined;
}

async function crash(
  environment: Environment,
  database: string,
  failpoint: number,
): Promise<Crash> {
  const env = { FAILPOINT: String(failpoint) };
  const service = await startEvals(environment, {
    database,
    name: 'first',
    role: 'all',
    env,
  }).catch(() => undefined);
  if (service === undefined) return { phase: 'start', accepted: undefined };
  try {
    const answer = await postRun(service.url, createRunBody(environment.simulator.url, BATCH), KEY);
    const accepted = answer?.status === 202 ? answer.body.run_id : undefined;
    if (accepted === undefined) {
      await until('the process has ended', () => hasExited(service));
      return { phase: 'post', accepted };
    }
    await until(
      'the process has ended, or the run is over',
      async () => hasExited(service) || isOver(database, accepted),
    );
    return { phase: hasExited(service) ? 'run' : 'none', accepted };
  } finally {
    await kill(service);
  }
}

/** Reads the database, because a request to the process would add a statement to crash at. */
async function isOver(database: string, runId: string): Promise<boolean> {
  const [run] = await query<{ state: string }>(database, 'select state from run where id = $1', [
    runId,
  ]);
  return run?.state === 'completed';
}

function readBatchRecords(
  environment: Environment,
  database: string,
  runId: string,
): Promise<RunRecords> {
  const simulator = environment.simulator.url;
  return readRecords({ database, simulator, runId, batch: BATCH, kills: [] });
}

/** Returns replies and scores without fields that differ between runs. */
function comparableResult({ rows, progress }: RunRecords): string {
  const turns = rows.map(({ scenario, attempt, turn, reply, outcome, scores }) => {
    const sorted = Object.entries(scores ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
    return [scenario, attempt, turn, reply, outcome, sorted];
  });
  return JSON.stringify({ turns, means: progress.means });
}
