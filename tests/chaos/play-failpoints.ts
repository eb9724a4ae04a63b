import { setTimeout as wait } from 'node:timers/promises';
import { breachOf, checkRun, type Breach } from './check-run.ts';
import { readEvidence, type GateData } from './collect-evidence.ts';
import {
  hasExited,
  kill,
  openEnvironment,
  startEvals,
  type Environment,
} from './open-environment.ts';
import { awaitEnd, bodyOf, postRun, postUntilAccepted } from './post-run.ts';
import type { Report } from './report.ts';
import { until } from '../support/services/until.ts';
import { installAuditTriggers, query } from './audit-triggers.ts';

const BATCH = { scenarios: 1, attempts: 3, turns: 2, concurrency: 2 };
const TIMEOUT_MS = 90_000;
/** Two databases at a time: a crash is waited for most of the time. */
const AT_ONCE = 2;
/** A process that says more than this many statements for so small a run is broken in another way. */
const MOST = 500;
const POLL_MS = 50;
const KEY = 'the only one';

/** Where it crashed. `none`: the run went through before that statement. */
type Phase = 'start' | 'post' | 'run' | 'none';

interface Outcome {
  readonly failpoint: number;
  readonly phase: Phase;
  readonly breaches: readonly Breach[];
}

interface FailpointOptions {
  /** Every how many-th failpoint is tried. */
  readonly stride: number;
}

/** The process ends before its n-th statement, for n = 1 and so on, and starts again: what was accepted is done. */
export async function playFailpoints({ stride }: FailpointOptions): Promise<Report> {
  await using environment = await openEnvironment(20);
  const reference = await playCalm(environment);
  const outcomes: Outcome[] = [];
  let next = 1;
  async function keepPlaying(): Promise<void> {
    while (next <= MOST && !outcomes.some(({ phase }) => phase === 'none')) {
      const failpoint = next;
      next += stride;
      outcomes.push(await playFailpoint(environment, failpoint, reference));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepPlaying));
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
      ...breachOf('R3', 'no run went through', through === undefined ? [`${MOST}`] : []),
      ...breachOf('R3', 'no crash in the middle of a run', count('run') > 0 ? [] : ['none']),
    ],
  };
}

/** What every run has to come to. */
async function playCalm(environment: Environment): Promise<string> {
  const database = await environment.newDatabase();
  const service = await startEvals(environment, { database, name: 'calm', role: 'all' });
  await installAuditTriggers(database);
  const runId = await postUntilAccepted(service.url, bodyOf(environment.simulator.url, BATCH), KEY);
  await awaitEnd(service.url, runId, TIMEOUT_MS);
  const evidence = await gather(environment, database, runId);
  await kill(service);
  const [breach] = checkRun(evidence);
  if (breach !== undefined) throw new Error(`${breach.promise}: ${breach.what}, undisturbed`);
  return resultOf(evidence);
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
    // Whoever got no answer posts again with the same key; who got one need not.
    const body = bodyOf(environment.simulator.url, BATCH);
    const runId = accepted ?? (await postUntilAccepted(service.url, body, KEY));
    await awaitEnd(service.url, runId, TIMEOUT_MS);
    const evidence = await gather(environment, database, runId);
    const [runs] = await query<{ n: number }>(database, 'select count(*)::int as n from run');
    const calls = evidence.calls.length - evidence.rows.length;
    const breaches = [
      ...checkRun(evidence).filter(({ promise }) => promise !== 'I5'), // the audit came late
      ...breachOf(
        'R3',
        'another result',
        resultOf(evidence) === reference ? [] : [resultOf(evidence)],
      ),
      ...breachOf('I2', 'runs for one key', runs?.n === 1 ? [] : [`${runs?.n}`]),
      ...breachOf('I4', 'more repeats than lanes', calls > BATCH.concurrency ? [`${calls}`] : []),
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
  /** The run, where the caller knows of it. */
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
    const answer = await postRun(service.url, bodyOf(environment.simulator.url, BATCH), KEY);
    const accepted = answer?.status === 202 ? answer.body.run_id : undefined;
    if (accepted === undefined) {
      await until('it is gone', () => hasExited(service));
      return { phase: 'post', accepted };
    }
    await until(
      'it is gone, or the run over',
      async () => hasExited(service) || isOver(database, accepted),
    );
    return { phase: hasExited(service) ? 'run' : 'none', accepted };
  } finally {
    await kill(service);
  }
}

/** Asked of the database: a question to the process would be one more statement to crash at. */
async function isOver(database: string, runId: string): Promise<boolean> {
  await wait(POLL_MS);
  const [run] = await query<{ state: string }>(database, 'select state from run where id = $1', [
    runId,
  ]);
  return run?.state === 'completed';
}

function gather(environment: Environment, database: string, runId: string): Promise<GateData> {
  const simulator = environment.simulator.url;
  return readEvidence({ database, simulator, runId, batch: BATCH, kills: [] });
}

/** Replies and scores, and nothing that may differ from one time to the next. */
function resultOf({ rows, progress }: GateData): string {
  const turns = rows.map(({ scenario, attempt, turn, reply, outcome, scores }) => {
    const sorted = Object.entries(scores).toSorted(([a], [b]) => a.localeCompare(b));
    return [scenario, attempt, turn, reply, outcome, sorted];
  });
  return JSON.stringify({ turns, means: progress.means });
}
