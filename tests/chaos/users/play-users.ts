import { installAuditTriggers } from '../audit-triggers.ts';
import { listBreaches } from '../check-run.ts';
import { countRepeated } from '../grading/check-grading.ts';
import { installGradingTriggers } from '../grading/grading-triggers.ts';
import { hasExited, openEnvironment, startEvals } from '../open-environment.ts';
import { awaitEnd, createBatch, postUntilAccepted } from '../post-run.ts';
import type { Size } from '../read-options.ts';
import { round, type Report } from '../report.ts';
import { until } from '../../support/services/until.ts';
import { exitReason, startWorkers, type Workers } from '../workers.ts';
import { checkUsers, countRepeats, countTakenOver, type UserRecords } from './check-users.ts';
import { countPlayed, countReplays, countScripted, createUserRunBody } from './planned-talk.ts';
import { readUsers } from './read-users.ts';
import { startTalk } from './start-talk.ts';
import { countSteps, findLastGrader, installUserTriggers } from './user-triggers.ts';

const TIMEOUT_MS = 600_000;
const JUDGE_CONCURRENCY = 8;

/**
 * Plays conversations with simulated users while workers are killed: other workers must continue with the messages on
 * record. Some users make faults, so that their conversations are played again.
 */
export async function playUsers(size: Size, random: () => number): Promise<Report> {
  await using environment = await openEnvironment(0);
  await using talk = await startTalk(size.latencyMs);
  const database = await environment.newDatabase();
  const env = {
    USER_MODEL: 'talk/user',
    USER_BASE_URL: talk.urls.user,
    JUDGE_MODEL: 'talk/judge',
    JUDGE_BASE_URL: talk.urls.judge,
    JUDGE_CONCURRENCY: String(JUDGE_CONCURRENCY),
  };
  const api = await startEvals(environment, { database, name: 'api', role: 'api', env });
  await installAuditTriggers(database);
  await installGradingTriggers(database);
  await installUserTriggers(database);
  const { workers: count, inFlight } = size;
  const workers = await startWorkers(environment, { database, count, inFlight, env });
  const batch = createBatch(size.conversations, 1, count * inFlight);
  const started = performance.now();
  const over = new AbortController();
  try {
    const body = createUserRunBody(talk.urls.endpoint, batch);
    const runId = await postUntilAccepted(api.url, body, 'the run');
    const after = planKills(batch, size.kills);
    const kills = { database, after, random, workers, signal: over.signal };
    await Promise.all([awaitEnd(api.url, runId, TIMEOUT_MS), killWorkers(kills)]);
    const records = await readUsers({
      database,
      runId,
      calls: talk.calls,
      kills: workers.kills,
      inFlight,
      judgeConcurrency: JUDGE_CONCURRENCY,
      scenarios: batch.scenarios,
      attemptsEach: batch.attempts,
    });
    const crashed = [...workers.crashed(), ...(hasExited(api) ? [exitReason(api)] : [])];
    const seconds = round((performance.now() - started) / 1000);
    return reportUsers(records, crashed, seconds);
  } finally {
    over.abort();
  }
}

function reportUsers(records: UserRecords, crashed: readonly string[], seconds: number): Report {
  const { runId, attempts, messages, played, kills, inFlight } = records;
  const takenOver = countTakenOver(records);
  const questions = records.calls.filter(({ kind }) => kind === 'judge');
  return {
    name: 'users',
    figures: {
      conversations: attempts.length,
      kills: kills.length,
      messages: messages.length,
      turns: played.length,
      replayed: attempts.filter(({ replays }) => replays > 0).length,
      messages_sent_by_another_worker: takenOver,
      repeated_calls: countRepeats(records),
      repeated_limit: kills.length * inFlight,
      repeated_audits: countRepeated({ calls: questions, runId }),
      wall_s: seconds,
    },
    breaches: [
      ...checkUsers(records),
      ...listBreaches('R1', 'processes that ended by themselves', crashed),
      ...listBreaches(
        'I4',
        'nothing was tested: every message was sent by the worker that recorded it',
        takenOver === 0 ? ['0'] : [],
      ),
    ],
  };
}

interface Planned {
  readonly scenarios: number;
  readonly attempts: number;
}

/** Numbers of messages, turns and audits after which a worker is killed. */
function planKills({ scenarios, attempts }: Planned, kills: number): readonly number[] {
  let first = 0;
  let replays = 0;
  for (let scenario = 0; scenario < scenarios; scenario += 1) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const steps = 2 * countPlayed({ scenario, attempt }) - countScripted(scenario);
      first += steps;
      replays += countReplays({ scenario, attempt }) * (steps + 1);
    }
  }
  const audits = scenarios * attempts;
  const whilePlayed = Math.max(0, kills - 2);
  return [
    ...Array.from({ length: whilePlayed }, (_, n) => ((n + 1) * first) / (whilePlayed + 1)),
    first + audits / 2,
    first + audits + replays / 2,
  ].slice(0, kills);
}

interface Kills {
  readonly database: string;
  readonly after: readonly number[];
  readonly random: () => number;
  readonly workers: Workers;
  readonly signal: AbortSignal;
}

/** Kills workers while conversations are played, then the one that asks the judge, then one that plays replays. */
async function killWorkers({ database, after, random, workers, signal }: Kills): Promise<void> {
  let replaced = Promise.resolve();
  for (const steps of after) {
    const areTaken = async (): Promise<boolean> =>
      signal.aborted || (await countSteps(database)) >= steps;
    await until(`${steps} steps are taken`, areTaken, TIMEOUT_MS);
    await replaced;
    if (signal.aborted) return;
    const names = workers.names();
    const grader = names.indexOf((await findLastGrader(database)) ?? '');
    const index = grader >= 0 ? grader : Math.floor(random() * names.length);
    replaced = workers.killAndReplace(index);
  }
  await replaced;
}
