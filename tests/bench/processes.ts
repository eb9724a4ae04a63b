import { startCluster } from '@fairtrial/postgres';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.ts';
import { nodeFlags } from '../../scripts/node-flags.ts';

/** A child process of a benchmark. It ends with the benchmark, even if that fails. */
export interface BenchProcess extends AsyncDisposable {
  readonly pid: number;
  /** User and system time so far. */
  readonly cpuMs: () => number;
}

export interface BenchService extends BenchProcess {
  readonly url: string;
  /** Everything the process wrote to stderr. */
  readonly errors: () => string;
}

interface BenchScript extends BenchProcess {
  /** The first output of the process. */
  readonly printed: string;
}

const TICKS_PER_SECOND = 100;

/** Ends the processes not disposed of when this process is gone: after an error, a signal, or `kill -9`. */
const guard = spawn(process.execPath, [fileURLToPath(new URL('guard.ts', import.meta.url))], {
  stdio: ['pipe', 'ignore', 'inherit'],
  detached: true, // Ctrl-C must not reach it
});
guard.unref();
(guard.stdin as Socket).unref();

/** Starts a service the way an operator does, on a free port. */
export async function startService(
  name: 'agent' | 'evals' | 'simulator',
  env: Readonly<Record<string, string>>,
): Promise<BenchService> {
  await build(['services']);
  const main = fileURLToPath(new URL(`../../dist/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [...nodeFlags(name), main], {
    env: {
      PATH: process.env['PATH'],
      AGENT_PORT: '0',
      EVALS_PORT: '0',
      SIMULATOR_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const started = track(child);
  let log = '';
  for (;;) {
    log += await nextOutput(child, () => `${name}: ${log}${errors}`);
    const url = /"url":"([^"]+)","msg":"listening"/.exec(log)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { ...started, url, errors: () => errors };
  }
}

/** Starts a script, by its path from this folder, and waits for its first output. */
export async function startScript(path: string, ...args: readonly string[]): Promise<BenchScript> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const started = track(child);
  const printed = await nextOutput(child, () => path);
  return { ...started, printed: printed.trim() };
}

export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  /** The URL of another database on the same server. */
  readonly urlOf: (database: string) => string;
}

/** Starts a PostgreSQL server in a temporary folder. */
export async function startDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-bench-'));
  const cluster = await startCluster({ folder, settings });
  const { pid } = cluster;
  guard.stdin.write(`${pid} SIGQUIT\n`);
  return {
    url: cluster.url(),
    urlOf: (database) => cluster.url(database),
    async [Symbol.asyncDispose]() {
      await cluster.stop();
      guard.stdin.write(`${pid}\n`);
      await rm(folder, { recursive: true });
    },
  };
}

/** Every child process of a benchmark must be tracked, so that none is left behind. */
export function track(child: ChildProcess): BenchProcess {
  const pid = child.pid ?? 0;
  guard.stdin.write(`${pid} SIGKILL\n`);
  const exited = once(child, 'exit').then(() => guard.stdin.write(`${pid}\n`));
  return {
    pid,
    cpuMs: () => readCpuMs(pid),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** Throws if the process ends without further output. */
async function nextOutput(
  child: ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> },
  describe: () => string,
): Promise<string> {
  const ended = new AbortController();
  const output = once(child.stdout, 'data', { signal: ended.signal }) as Promise<[Buffer]>;
  const exit = once(child, 'close', { signal: ended.signal }).then(() => {
    throw new Error(`the process ended early: ${describe()}`);
  });
  try {
    const [chunk] = await Promise.race([output, exit]);
    return chunk.toString();
  } finally {
    ended.abort();
    await Promise.allSettled([output, exit]);
  }
}

function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}
