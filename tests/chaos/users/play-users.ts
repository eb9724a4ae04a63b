import { countSteps, findGrader } from '../audit-triggers.ts';
import { countRepeated, groupCalls, listBreaches } from '../check-run.ts';
import { openEnvironment } from '../open-environment.ts';
import { createBatch, postUntilAccepted } from '../post-run.ts';
import type { Size } from '../read-options.ts';
import { round, type Report } from '../report.ts';
import { endWithKills, startServices, type FindVictim, type Services } from '../workers.ts';
import { checkUsers, countTakenOver, listAsked, type UserRecords } from './check-users.ts';
import { countPlayed, countReplays, countScripted, createUserRunBody } from './planned-talk.ts';
import { readUsers } from './read-users.ts';
import { startTalk } from './start-talk.ts';

const JUDGE_CONCURRENCY = 8;

/**
 * Plays conversations with simulated users while workers are killed: other workers must continue with the messages on
 * record. Some users make faults, so that their conversations are played again.
 */
export async function playUsers(size: Size, random: () => number): Promise<Report> {
  await using environment = await openEnvironment(0);
  await using talk = await startTalk(size.latencyMs);
  const env = {
    USER_MODEL: 'talk/user',
    USER_BASE_URL: talk.urls.user,
    JUDGE_MODEL: 'talk/judge',
    JUDGE_BASE_URL: talk.urls.judge,
    JUDGE_CONCURRENCY: String(JUDGE_CONCURRENCY),
  };
  const { workers: count, inFlight } = size;
  const services = await startServices(environment, { count, inFlight, env });
  const batch = createBatch(size.conversations, 1, count * inFlight);
  const started = performance.now();
  const body = createUserRunBody(talk.urls.endpoint, batch);
  const runId = await postUntilAccepted(services.api.url, body, 'the run');
  const after = planKills(batch, size.kills);
  await endWithKills(services, runId, chooseVictims({ ...services, runId }, after, random));
  const records = await readUsers({
    database: services.database,
    runId,
    calls: talk.calls,
    kills: services.workers.kills,
    inFlight,
    judgeConcurrency: JUDGE_CONCURRENCY,
    scenarios: batch.scenarios,
    attemptsEach: batch.attempts,
  });
  const { figures, breaches } = reportUsers(records);
  const wall_s = round((performance.now() - started) / 1000);
  return {
    name: 'users',
    figures: { ...figures, wall_s },
    breaches: [...breaches, ...services.checkProcesses()],
  };
}

function reportUsers(records: UserRecords): Omit<Report, 'name'> {
  const { runId, attempts, messages, played, kills, inFlight } = records;
  const takenOver = countTakenOver(records);
  const questions = records.calls.filter(({ kind }) => kind === 'judge');
  return {
    figures: {
      conversations: attempts.length,
      kills: kills.length,
      messages: messages.length,
      turns: played.length,
      replayed: attempts.filter(({ replays }) => replays > 0).length,
      messages_sent_by_another_worker: takenOver,
      repeated_calls: countRepeated(listAsked(records)),
      repeated_limit: kills.length * inFlight,
      repeated_audits: countRepeated(groupCalls(questions, runId)),
    },
    breaches: [
      ...checkUsers(records),
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

/** Workers while conversations are played, then the one that asks the judge, then one that plays replays. */
function chooseVictims(
  { database, workers, runId }: Services & { readonly runId: string },
  after: readonly number[],
  random: () => number,
): readonly FindVictim[] {
  return after.map((steps) => async () => {
    if ((await countSteps(database)) < steps) return undefined;
    const names = workers.names();
    const grader = await findGrader(database, runId, 1);
    return names.find((name) => name === grader) ?? names[Math.floor(random() * names.length)];
  });
}
