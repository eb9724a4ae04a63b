import { startCluster } from '@assay/postgres';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, round3 } from '../figures.ts';
import { startService } from '../start-service.ts';
import { playBare } from './bare-loop.ts';
import { playRun, SCORERS } from './play-run.ts';
import type { Size } from './size.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const SIZES: readonly Size[] = [
  { conversations: 500, turns: 4, delayMs: 20, inFlight: 64 },
  { conversations: 1000, turns: 4, delayMs: 200, inFlight: 512 },
  { conversations: 5000, turns: 4, delayMs: 2500, inFlight: 2500 },
];

/** By delay, how many conversations are played before. */
const WARM: Readonly<Record<number, number>> = { 20: 4000, 200: 1000, 2500: 2500 };

/** One run that grows: what a turn costs must not. */
const GROWTH = [250, 2500, 25_000].map((conversations): Size => ({
  conversations,
  turns: 4,
  delayMs: 20,
  inFlight: 64,
}));

/** Wall time of a bare client over that of a run of the same conversations, all of it on record. */
export async function measureEvaluate(): Promise<object> {
  const only = process.env['BENCH_ONLY'];
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const cluster = await startCluster({ folder });
  const evals = await startService('evals', {
    DATABASE_URL: cluster.url(),
    MAX_ATTEMPTS: '100000',
    MAX_TURNS: '1000000',
    MAX_CONCURRENCY: '2500',
    WORKER_IN_FLIGHT: '2500',
  });
  const pid = evals.process.pid ?? 0;
  const report: Record<string, unknown> = { bench: 'evaluate', scorers: SCORERS };
  try {
    for (const size of SIZES) {
      const name = `${size.delayMs}_${size.inFlight}`;
      if (only !== undefined && only !== name) continue;
      Object.assign(report, await compare(evals.url, pid, size));
      console.error(report);
    }
    if (only === undefined || only === 'growth') {
      report['growth'] = await measureGrowth(evals.url, pid);
    }
    report['rss_megabytes_peak'] = await peakOf(pid);
    return report;
  } finally {
    evals.process.kill();
    await once(evals.process, 'exit');
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
}

async function compare(evals: string, pid: number, size: Size): Promise<object> {
  await using endpoint = await startEndpoint(size.delayMs);
  // Both are warm before either counts: code that runs for hours is not measured in its first second.
  const warm = { ...size, conversations: WARM[size.delayMs] ?? size.conversations };
  await playBare(endpoint.url, warm);
  await playRun(evals, endpoint.url, warm);
  const rounds: { bare: number; ours: number; cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await playBare(endpoint.url, size);
    const before = await cpuMsOf(pid);
    const ours = await playRun(evals, endpoint.url, size);
    const cpu = ((await cpuMsOf(pid)) - before) / (size.conversations * size.turns);
    rounds.push({ bare, ours, cpu });
    console.error(size, rounds.at(-1));
  }
  const name = `${size.delayMs}_${size.inFlight}`;
  return {
    [`ratio_${name}`]: round3(median(rounds.map((r) => r.bare / r.ours))),
    [`cpu_ms_per_turn_${name}`]: round3(median(rounds.map((r) => r.cpu))),
  };
}

async function measureGrowth(evals: string, pid: number): Promise<object> {
  const perTurn: Record<string, { wall_ms: number; cpu_ms: number }> = {};
  await using endpoint = await startEndpoint(20);
  for (const size of GROWTH) {
    const turns = size.conversations * size.turns;
    const before = await cpuMsOf(pid);
    const seconds = await playRun(evals, endpoint.url, size);
    const cpu = (await cpuMsOf(pid)) - before;
    perTurn[turns] = { wall_ms: round3((seconds * 1000) / turns), cpu_ms: round3(cpu / turns) };
    console.error(turns, perTurn[turns]);
  }
  return perTurn;
}

interface Endpoint extends AsyncDisposable {
  readonly url: string;
}

async function startEndpoint(delayMs: number): Promise<Endpoint> {
  const file = fileURLToPath(new URL('../endpoint.ts', import.meta.url));
  const child = spawn(process.execPath, [file, String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${port.toString().trim()}/v1/chat/completions`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const TICKS_PER_SECOND = 100;

async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
