import { readFile } from 'node:fs/promises';
import { median, round3 } from '../figures.ts';
import { startDatabase, startScript, startService, type BenchService } from '../processes.ts';
import { playBare } from './bare-loop.ts';
import { playRun, SCORERS } from './play-run.ts';
import type { Size } from './play-run.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const SIZES: readonly Size[] = [
  { conversations: 500, turns: 4, delayMs: 20, inFlight: 64 },
  { conversations: 1000, turns: 4, delayMs: 200, inFlight: 512 },
  { conversations: 5000, turns: 4, delayMs: 2500, inFlight: 2500 },
];

/** Number of warm-up conversations by delay of the endpoint. */
const WARM_UP_CONVERSATIONS: Readonly<Record<number, number>> = { 20: 4000, 200: 1000, 2500: 2500 };

/** Runs of growing size: the cost of a turn must not grow with them. */
const GROWING_SIZES = [250, 2500, 25_000].map((conversations): Size => ({
  conversations,
  turns: 4,
  delayMs: 20,
  inFlight: 64,
}));

/** Measures the wall time of a bare client divided by that of a stored run of the same conversations. */
export async function measureEvaluate(): Promise<object> {
  const only = process.env['BENCH_ONLY'];
  await using database = await startDatabase();
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    MAX_ATTEMPTS: '100000',
    MAX_TURNS: '1000000',
    MAX_CONCURRENCY: '2500',
    WORKER_IN_FLIGHT: '2800', // a tenth is reserved for other projects
  });
  const report: Record<string, unknown> = { bench: 'evaluate', scorers: SCORERS };
  for (const size of SIZES) {
    if (only !== undefined && only !== sizeName(size)) continue;
    Object.assign(report, await compare(evals, size));
    console.error(report);
  }
  if (only === undefined || only === 'growth') report['growth'] = await measureGrowth(evals);
  report['rss_megabytes_peak'] = await readPeakMegabytes(evals.pid);
  return report;
}

function sizeName({ delayMs, inFlight }: Size): string {
  return `${delayMs}_${inFlight}`;
}

async function compare(evals: BenchService, size: Size): Promise<object> {
  await using endpoint = await startScript('endpoint.ts', String(size.delayMs));
  const url = toUrl(endpoint);
  // Warm up both before measuring either: the first second of a long-running process is not representative.
  const warm = {
    ...size,
    conversations: WARM_UP_CONVERSATIONS[size.delayMs] ?? size.conversations,
  };
  await playBare(url, warm);
  await playRun(evals.url, url, warm);
  const rounds: { bare: number; service: number; cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await playBare(url, size);
    const before = evals.cpuMs();
    const service = await playRun(evals.url, url, size);
    const cpu = (evals.cpuMs() - before) / (size.conversations * size.turns);
    rounds.push({ bare, service, cpu });
    console.error(size, rounds.at(-1));
  }
  const name = sizeName(size);
  return {
    [`ratio_${name}`]: round3(median(rounds.map((r) => r.bare / r.service))),
    [`cpu_ms_per_turn_${name}`]: round3(median(rounds.map((r) => r.cpu))),
  };
}

async function measureGrowth(evals: BenchService): Promise<object> {
  const perTurn: Record<string, { wall_ms: number; cpu_ms: number }> = {};
  await using endpoint = await startScript('endpoint.ts', '20');
  for (const size of GROWING_SIZES) {
    const turns = size.conversations * size.turns;
    const before = evals.cpuMs();
    const seconds = await playRun(evals.url, toUrl(endpoint), size);
    const cpu = evals.cpuMs() - before;
    perTurn[turns] = { wall_ms: round3((seconds * 1000) / turns), cpu_ms: round3(cpu / turns) };
    console.error(turns, perTurn[turns]);
  }
  return perTurn;
}

function toUrl(endpoint: { readonly printed: string }): string {
  return `http://127.0.0.1:${endpoint.printed}/v1/chat/completions`;
}

async function readPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
