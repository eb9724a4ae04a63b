import { readFile } from 'node:fs/promises';
import { median } from '../figures.ts';
import { startDatabase, startScript, startService } from '../processes.ts';
import type { Options, Report } from '../report.ts';
import { playBare } from './bare-loop.ts';
import { playRun, type Size } from './play-run.ts';

const ROUNDS = 3;

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
/** CPU for a turn of the largest run, in multiples of the smallest one. */
const MAX_GROWTH = 2;

/**
 * Compares whole runs with a bare client that plays the same conversations, and runs of growing size. `--only 200_512`
 * or `--only growth` measures one of them.
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
  const figures: Record<string, object | number> = {};
  const limits: Record<string, { max: number }> = {};
  const play = async (endpoint: string, size: Size): Promise<Played> => {
    const before = evals.cpuMs();
    const seconds = await playRun({ evals: evals.url, endpoint, allScorers }, size);
    return { seconds, cpuMs: evals.cpuMs() - before };
  };
  for (const size of short ? [SHORT_SIZE] : SIZES) {
    const name = `${size.delayMs}_${size.inFlight}`;
    if (only !== undefined && only !== name) continue;
    figures[name] = await compare(play, size, short ? 1 : ROUNDS);
    limits[`${name}.cpu_ratio`] = { max: MAX_CPU_RATIO };
  }
  if (only === undefined || only === 'growth') {
    figures['growth'] = await measureGrowth(play, short ? SHORT_GROWING : GROWING);
    limits['growth.ratio'] = { max: MAX_GROWTH };
  }
  if (only !== undefined && !(only in figures)) throw new Error(`there is no size '${only}'`);
  figures['rss_megabytes_peak'] = await readPeakMegabytes(evals.pid);
  return { figures, limits };
}

interface Played {
  readonly seconds: number;
  readonly cpuMs: number;
}

type Play = (endpoint: string, size: Size) => Promise<Played>;

async function compare(
  play: Play,
  { warmUp, ...size }: ComparedSize,
  count: number,
): Promise<object> {
  await using endpoint = await startScript('endpoint.ts', String(size.delayMs));
  const url = toUrl(endpoint);
  // Warm up both before measuring either: the first second of a long-running process is not representative.
  const warm = { ...size, conversations: warmUp };
  await playBare(url, warm);
  await play(url, warm);
  const rounds: { readonly bare: Played; readonly service: Played }[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push({ bare: await playBare(url, size), service: await play(url, size) });
    console.error(size, rounds.at(-1));
  }
  const of = (read: (round: (typeof rounds)[number]) => number): number => median(rounds.map(read));
  return {
    ratio: of(({ bare, service }) => bare.seconds / service.seconds),
    cpu_ratio: of(({ bare, service }) => service.cpuMs / bare.cpuMs),
    cpu_ms_per_turn: of(({ service }) => service.cpuMs / (size.conversations * size.turns)),
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
