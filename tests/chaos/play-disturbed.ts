import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../support/start-service.ts';
import { lastWords, startCrew, type Crew } from './crew.ts';
import { readEvidence } from './evidence.ts';
import { hasExited, openStage, startEvals, type Stage } from './open-stage.ts';
import { awaitEnd, batchOf, bodyOf, postUntilAccepted } from './post-run.ts';
import { probeApi } from './probe-api.ts';
import type { Size } from './read-options.ts';
import { idealSeconds, reportDisturbed } from './report-disturbed.ts';
import type { Report } from './report.ts';
import { query, installWitness } from './witness.ts';

const PATIENCE_MS = 900_000;
const PROBE_TURNS = { scenarios: 1, attempts: 1, turns: 1, concurrency: 1 };

interface Disturbance {
  readonly size: Size;
  readonly random: () => number;
  readonly stage: Stage;
  readonly crew: Crew;
  readonly api: string;
  readonly signal: AbortSignal;
}

/** One run, whose workers are shot and whose database is restarted while it goes on. */
export async function playDisturbed(size: Size, random: () => number): Promise<Report> {
  await using stage = await openStage(size.latencyMs);
  const database = await stage.newDatabase();
  const api = await startEvals(stage, { database, name: 'api', role: 'api' });
  await installWitness(database);
  const crew = await startCrew(stage, { database, ...size });
  const concurrency = size.workers * size.inFlight;
  const batch = batchOf(size.conversations, size.turns, concurrency);
  const started = performance.now();
  const runId = await postUntilAccepted(api.url, bodyOf(stage.simulator.url, batch), 'the run');
  const probe = probeApi(api.url, runId);
  const over = new AbortController();
  const disturbance = { size, random, stage, crew, api: api.url, signal: over.signal };
  const disturbed = Promise.all([shootWorkers(disturbance), restartPostgres(disturbance)]);
  try {
    await Promise.race([awaitEnd(api.url, runId, PATIENCE_MS), brokenOff(disturbed, api)]);
    const seconds = (performance.now() - started) / 1000;
    over.abort();
    const [, restarts] = await disturbed;
    const probed = await probe.stop();
    const { kills } = crew;
    const sources = { database, simulator: stage.simulator.url, runId, batch, kills };
    const evidence = await readEvidence(sources);
    const [runs] = await query<{ n: number }>(database, 'select count(*)::int as n from run');
    return reportDisturbed({
      size,
      evidence,
      probed,
      seconds,
      restarts,
      starts: crew.starts,
      runs: runs?.n ?? 0,
      fallen: [...crew.fallen(), ...(hasExited(api) ? [`api: ${lastWords(api)}`] : [])],
      atOnce: await mostAtOnce(stage.simulator.url),
    });
  } finally {
    over.abort();
  }
}

/** What ends it before the run does. */
function brokenOff(disturbed: Promise<unknown>, api: Service): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  disturbed.catch(reject);
  api.process.once('exit', () => reject(new Error(`R2: the api ended: ${lastWords(api)}`)));
  promise.catch(() => undefined); // after the end nobody asks any more
  return promise;
}

/** One of them every 3 to 8 seconds, sooner where turns are short, until there were enough or the run is over. */
async function shootWorkers({ size, random, crew, signal }: Disturbance): Promise<void> {
  const pace = Math.min(1, size.latencyMs / 2500);
  let shot = Promise.resolve();
  for (let n = 0; n < size.kills && !signal.aborted; n += 1) {
    const pause = (3000 + random() * 5000) * pace;
    const paused = wait(pause, undefined, { signal }).catch(() => undefined);
    await Promise.all([paused, shot]); // whoever takes its place is there by then
    if (!signal.aborted) shot = crew.shoot(Math.floor(random() * size.workers));
  }
  await shot;
}

/** Spread over the run. Whoever posts meanwhile is told to come again, and gets one run for one key. */
async function restartPostgres(disturbance: Disturbance): Promise<number> {
  const { size, random, stage, api, signal } = disturbance;
  const ideal = idealSeconds(size) * 1000;
  for (let n = 0; n < size.restarts; n += 1) {
    const pause = (ideal / (size.restarts + 1)) * (0.7 + random() * 0.4);
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return n;
    await stage.cluster.stop('immediate');
    const body = bodyOf(stage.simulator.url, PROBE_TURNS);
    const posted = postUntilAccepted(api, body, `during restart ${n}`);
    await wait(random() * 1000);
    await stage.cluster.start();
    await posted;
  }
  return size.restarts;
}

async function mostAtOnce(simulator: string): Promise<number> {
  const response = await fetch(`${simulator}/ledger/summary`);
  const { max_in_flight: most } = (await response.json()) as { max_in_flight: number };
  return most;
}
