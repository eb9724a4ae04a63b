import { startUnsteady } from '../../support/stubs/start-unsteady.ts';
import { until } from '../../support/services/until.ts';
import { listBreaches } from '../check-run.ts';
import { hasExited, openEnvironment, startEvals, type Environment } from '../open-environment.ts';
import { awaitEnd, postUntilAccepted } from '../post-run.ts';
import { round, type Report } from '../report.ts';
import { exitReason, startWorkers, type Workers } from '../workers.ts';
import { checkGrading, countRepeated } from './check-grading.ts';
import { createGradedBody, listQuestions, type GradedBatch } from './graded-run.ts';
import {
  endPause,
  findGrader,
  findPaused,
  installGradingTriggers,
  pauseAtLook,
} from './grading-triggers.ts';
import { readGrading, type GradingRecords } from './read-grading.ts';

const LATENCY_MS = 60;
const JUDGE_CONCURRENCY = 4;
const WORKERS = 2;

/** The size of the runs, and when workers are killed. */
export interface GradingSize {
  readonly scenarios: number;
  /** Kills while the baseline is graded. */
  readonly baselineKills: number;
  /** Looks whose worker is killed while it stores them, from 0. */
  readonly looks: readonly number[];
}

interface Play {
  readonly environment: Environment;
  readonly database: string;
  readonly api: string;
  readonly workers: Workers;
  readonly endpoint: string;
  readonly batch: GradedBatch;
}

/**
 * Plays a run with judged checks and a run with early stopping, while the worker that grades or stores a look is killed.
 * A third run, without kills, must have the same looks and decisions.
 */
export async function playGrading({
  scenarios,
  baselineKills,
  looks,
}: GradingSize): Promise<Report> {
  await using environment = await openEnvironment(LATENCY_MS);
  await using endpoint = await startUnsteady();
  const database = await environment.newDatabase();
  const env = {
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: environment.simulator.url,
    JUDGE_CONCURRENCY: String(JUDGE_CONCURRENCY),
  };
  const api = await startEvals(environment, { database, name: 'api', role: 'api', env });
  await installGradingTriggers(database);
  const workers = await startWorkers(environment, { database, count: WORKERS, inFlight: 8, env });
  const batch = { scenarios, attempts: 20, turns: 2 };
  const play = { environment, database, api: api.url, workers, endpoint: endpoint.url, batch };
  const started = performance.now();

  const baseline = await playBaseline(play, baselineKills);
  const early = { stop_early: true, baseline: baseline.runId };
  const disturbed = await playEarly(play, early, looks);
  const seconds = (performance.now() - started) / 1000;
  const undisturbed = await playEarly(play, early, []);
  const all = [baseline, disturbed, undisturbed];
  const same = [disturbed, undisturbed].map(({ looks: taken }) => JSON.stringify(taken));
  return {
    name: 'grading',
    figures: {
      kills: workers.kills.length,
      questions: all.reduce((sum, { answers }) => sum + answers.length, 0),
      repeated_questions: all.reduce((sum, records) => sum + countRepeated(records), 0),
      repeated_limit: workers.kills.length * JUDGE_CONCURRENCY,
      looks: disturbed.looks.length,
      attempts: disturbed.attempts.length,
      wall_s: round(seconds),
    },
    breaches: [
      ...all.flatMap(checkGrading),
      ...listBreaches('R3', 'other decisions than without kills', same[0] === same[1] ? [] : same),
      ...listBreaches(
        'R3',
        'nothing was tested: the run had one look',
        disturbed.looks.length > 1 ? [] : [disturbed.runId],
      ),
      ...listBreaches('R1', 'processes that ended by themselves', [
        ...workers.crashed(),
        ...(hasExited(api) ? [`api: ${exitReason(api)}`] : []),
      ]),
    ],
  };
}

/** Plays a run with fixed attempts, and kills its grader several times. */
async function playBaseline(play: Play, kills: number): Promise<GradingRecords> {
  const { batch } = play;
  const before = play.workers.kills.length;
  const runId = await post(play, {}, 'the baseline');
  const total = batch.scenarios * batch.attempts * listQuestions('', batch).length;
  for (let n = 1; n <= kills; n += 1) {
    await killWorker(play, 'grades', () =>
      findGrader(play.database, runId, (n * total) / (kills + 1)),
    );
  }
  return end(play, runId, before);
}

/** Plays a run with early stopping, and kills the worker that stores each of the given looks. */
async function playEarly(
  play: Play,
  early: object,
  looks: readonly number[],
): Promise<GradingRecords> {
  const { database } = play;
  const before = play.workers.kills.length;
  for (const lookNo of looks) await pauseAtLook(database, lookNo);
  const runId = await post(play, early, `early, killed at ${looks.length} looks`);
  for (const lookNo of looks) {
    await killWorker(play, `stores look ${lookNo}`, () => findPaused(database));
    await endPause(database, lookNo);
    await until('the killed transaction is over', async () => !(await findPaused(database)));
  }
  return end(play, runId, before);
}

function post({ api, endpoint, batch }: Play, changes: object, key: string): Promise<string> {
  return postUntilAccepted(api, createGradedBody(endpoint, batch, changes), key);
}

/** Kills the worker that `find` returns, as soon as there is one. */
async function killWorker(
  { workers }: Play,
  doing: string,
  find: () => Promise<string | undefined>,
): Promise<void> {
  let name: string | undefined;
  await until(`a worker ${doing}`, async () => (name = await find()) !== undefined);
  await workers.killAndReplace(workers.names().indexOf(name ?? ''));
}

/** Waits for the end of a run, and reads its records with the kills since it was posted. */
async function end(play: Play, runId: string, killsBefore: number): Promise<GradingRecords> {
  const { environment, database, api, workers, batch } = play;
  await awaitEnd(api, runId);
  return readGrading({
    database,
    simulator: environment.simulator.url,
    runId,
    batch,
    kills: workers.kills.slice(killsBefore),
    judgeConcurrency: JUDGE_CONCURRENCY,
  });
}
