import { startUnsteady } from '../../support/stubs/start-unsteady.ts';
import { until } from '../../support/services/until.ts';
import { endPause, findGrader, findPaused, pauseAtLook } from '../audit-triggers.ts';
import { countRepeated, groupCalls, listBreaches } from '../check-run.ts';
import { openEnvironment } from '../open-environment.ts';
import { awaitEnd, postUntilAccepted } from '../post-run.ts';
import { round, type Report } from '../report.ts';
import { killWorkers, startServices, type Services } from '../workers.ts';
import { checkGrading, listQuestions } from './check-grading.ts';
import { readGrading, type GradedBatch, type GradingRecords } from './read-grading.ts';

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

interface Play extends Services {
  readonly simulator: string;
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
  const simulator = environment.simulator.url;
  const env = {
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: simulator,
    JUDGE_CONCURRENCY: String(JUDGE_CONCURRENCY),
  };
  const services = await startServices(environment, { count: WORKERS, inFlight: 8, env });
  const { workers } = services;
  const batch = { scenarios, attempts: 20, turns: 2 };
  const play = { ...services, simulator, endpoint: endpoint.url, batch };
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
      repeated_questions: all.reduce(
        (sum, { calls, runId }) => sum + countRepeated(groupCalls(calls, runId)),
        0,
      ),
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
      ...services.checkProcesses(),
    ],
  };
}

/** Plays a run with fixed attempts, and kills its grader several times. */
async function playBaseline(play: Play, kills: number): Promise<GradingRecords> {
  const { batch } = play;
  const before = play.workers.kills.length;
  const runId = await post(play, {}, 'the baseline');
  const total = batch.scenarios * batch.attempts * listQuestions('', batch).length;
  const graders = Array.from(
    { length: kills },
    (_, n) => () => findGrader(play.database, runId, ((n + 1) * total) / (kills + 1)),
  );
  await killWorkers(play, graders);
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
    await killWorkers(play, [() => findPaused(database)]);
    await endPause(database, lookNo);
    await until('the killed transaction is over', async () => !(await findPaused(database)));
  }
  return end(play, runId, before);
}

function post({ api, endpoint, batch }: Play, changes: object, key: string): Promise<string> {
  return postUntilAccepted(api.url, createGradedBody(endpoint, batch, changes), key);
}

const ANSWER = 'It takes five working days.';
const CHECK = 'Says that it takes five working days';

/** Creates a request for the endpoint of `startUnsteady`: the first scenario is steady, the others are not. */
function createGradedBody(endpoint: string, batch: GradedBatch, changes: object): string {
  const test_batch = Array.from({ length: batch.scenarios }, (_, scenario) => ({
    id: `scenario-${scenario}`,
    interactions: Array.from({ length: batch.turns }, (__, turn) => ({
      user_message: `How long does it take? Question ${turn} of scenario ${scenario}.`,
      reference_reply: ANSWER,
      checks: [CHECK],
    })),
    checks: [{ id: 'answers', text: CHECK }, { never: 'Promises a delivery on Monday' }],
  }));
  return JSON.stringify({
    test_batch,
    endpoint: `${endpoint}/v1`,
    model_id: 'unsteady',
    test_name: 'chaos',
    attempts: batch.attempts,
    concurrency: 4,
    ...changes,
  });
}

/** Waits for the end of a run, and reads its records with the kills since it was posted. */
async function end(play: Play, runId: string, killsBefore: number): Promise<GradingRecords> {
  const { simulator, database, api, workers, batch } = play;
  await awaitEnd(api.url, runId);
  return readGrading({
    database,
    simulator,
    runId,
    batch,
    kills: workers.kills.slice(killsBefore),
    judgeConcurrency: JUDGE_CONCURRENCY,
  });
}
