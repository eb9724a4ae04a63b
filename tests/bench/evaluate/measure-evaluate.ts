import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { spread, type Spread } from '../figures.ts';
import { startDatabase, startScript, startService } from '../processes.ts';
import type { Limit, Options, Report } from '../report.ts';
import { playBare, type Played } from './bare-loop.ts';
import { openBareQueue, type BareQueue } from './bare-queue.ts';
import { playRun, type Size } from './play-run.ts';

const ROUNDS = 5;

interface ComparedSize extends Size {
  /** Conversations of the warm-up. */
  readonly warmUp: number;
}

const SIZES: readonly ComparedSize[] = [
  { conversations: 500, turns: 4, delayMs: 20, inFlight: 64, warmUp: 4000 },
  { conversations: 1000, turns: 4, delayMs: 200, inFlight: 512, warmUp: 1000 },
  { conversations: 5000, turns: 4, delayMs: 2500, inFlight: 2500, warmUp: 2500 },
];
const SHORT_SIZE: ComparedSize = {
  conversations: 250,
  turns: 4,
  delayMs: 20,
  inFlight: 64,
  warmUp: 500,
};

/** Runs of growing size: the cost of a turn must not grow with them. */
const GROWING = [250, 2500, 25_000];
const SHORT_GROWING = [250, 1000];

/** CPU of the service for a turn, in multiples of what the bare client takes for it. */
const MAX_CPU_RATIO = 6;
/**
 * Throughput of the service, in multiples of what pg-boss with a journal reaches. At 20 ms and 64 in flight with all
 * scorers the median of five rounds is 0.7 on an idle machine, and 0.43 if ten or twenty programs wait for each processor.
 */
const MIN_OF_QUEUE = 0.35;
/** CPU for a turn of the largest run, in multiples of the smallest one. */
const MAX_GROWTH = 2;

/**
 * Compares whole runs with a bare client and with pg-boss and a journal, which play the same conversations, and runs of
 * growing size. `--only 200_512` or `--only growth` measures one of them, `--all-scorers` scores as a run does by default.
 */
export async function measureEvaluate(options: Options): Promise<Report> {
  const { short, only, 'all-scorers': allScorers } = options;
  await using database = await startDatabase();
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    MAX_ATTEMPTS: '100000',
    MAX_TURNS: '1000000',
    MAX_CONCURRENCY: '2500',
    WORKER_IN_FLIGHT: '2800', // a tenth is reserved for other projects
  });
  await using queue = await openBareQueue(database.url);
  const figures: Record<string, object | number> = {};
  const limits: Record<string, Limit> = {};
  const play = async (endpoint: string, size: Size): Promise<Played> => {
    const before = evals.cpuMs();
    const seconds = await playRun({ evals: evals.url, endpoint, allScorers }, size);
    return { seconds, cpuMs: evals.cpuMs() - before };
  };
  for (const size of short ? [SHORT_SIZE] : SIZES) {
    const name = `${size.delayMs}_${size.inFlight}`;
    if (only !== undefined && only !== name) continue;
    figures[name] = await compare({ play, queue }, size);
    limits[`${name}.cpu_ratio`] = { max: MAX_CPU_RATIO };
    limits[`${name}.of_queue.median`] = { min: MIN_OF_QUEUE };
  }
  if (only === undefined || only === 'growth') {
    figures['growth'] = await measureGrowth(play, short ? SHORT_GROWING : GROWING);
    limits['growth.ratio'] = { max: MAX_GROWTH };
  }
  if (only !== undefined && !(only in figures)) throw new Error(`there is no size '${only}'`);
  figures['rss_megabytes_peak'] = await readPeakMegabytes(evals.pid);
  return { figures, limits };
}

type Play = (endpoint: string, size: Size) => Promise<Played>;

interface Sides {
  readonly play: Play;
  readonly queue: BareQueue;
}

/** Every round plays all sides, one after the other: what else the machine does hits all of them. */
async function compare({ play, queue }: Sides, { warmUp, ...size }: ComparedSize): Promise<object> {
  await using endpoint = await startScript('endpoint.ts', String(size.delayMs));
  const url = toUrl(endpoint);
  const playAll = async (played: Size) => ({
    bare: await playBare(url, played),
    queue: await queue.play(url, played),
    service: await play(url, played),
  });
  // Warm up before measuring: the first second of a long-running process is not representative.
  await playAll({ ...size, conversations: warmUp });
  const rounds: Awaited<ReturnType<typeof playAll>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await playAll(size));
    console.error(size, rounds.at(-1), { load: loadavg()[0] });
  }
  const of = (read: (round: (typeof rounds)[number]) => number): Spread => spread(rounds.map(read));
  return {
    of_bare: of(({ bare, service }) => bare.seconds / service.seconds),
    of_queue: of(({ queue: reference, service }) => reference.seconds / service.seconds),
    queue_of_bare: of(({ bare, queue: reference }) => bare.seconds / reference.seconds),
    cpu_ratio: of(({ bare, service }) => service.cpuMs / bare.cpuMs).median,
    cpu_ms_per_turn: of(({ service }) => service.cpuMs / (size.conversations * size.turns)).median,
  };
}

async function measureGrowth(play: Play, sizes: readonly number[]): Promise<object> {
  await using endpoint = await startScript('endpoint.ts', '20');
  const cpuMsPerTurn: number[] = [];
  for (const conversations of sizes) {
    const size = { conversations, turns: 4, delayMs: 20, inFlight: 64 };
    const { cpuMs } = await play(toUrl(endpoint), size);
    cpuMsPerTurn.push(cpuMs / (conversations * size.turns));
  }
  return {
    cpu_ms_per_turn: cpuMsPerTurn,
    ratio: (cpuMsPerTurn.at(-1) ?? NaN) / (cpuMsPerTurn[0] ?? NaN),
  };
}

function toUrl(endpoint: { readonly printed: string }): string {
  return `http://127.0.0.1:${endpoint.printed}/v1/chat/completions`;
}

async function readPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
