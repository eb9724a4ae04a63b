import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../../scripts/node-flags.ts';
import { freshDatabase } from './fresh-database.ts';

export type ServiceName = 'agent' | 'evals' | 'simulator';

/** A service as a separate process, started the way an operator does. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything the service has printed so far. */
  readonly output: () => string;
}

export interface FailedStart {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Only the variables for a launcher and Node's compile cache are inherited. */
const inheritedEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(TEST_IMAGE_.*|NODE_COMPILE_CACHE)$/.test(name)),
);

/** Starts a service on a free port with only PATH inherited; the evaluation service gets its own database. */
export async function startService(
  name: ServiceName,
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const database =
    name === 'evals' && env['DATABASE_URL'] === undefined ? await freshDatabase() : undefined;
  const started = await launch(name, database ? { DATABASE_URL: database.url, ...env } : env);
  if ('exitCode' in started) throw new Error(`${name} did not start: ${started.output}`);
  return {
    ...started,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

/** Starts a service that is expected to exit with an error. */
export async function refuseToStart(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
): Promise<FailedStart> {
  const started = await launch(name, env);
  if ('exitCode' in started) return started;
  await started[Symbol.asyncDispose]();
  throw new Error(`${name} started although it should not have`);
}

async function launch(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
): Promise<Service | FailedStart> {
  const [command, args] = commandOf(name);
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-'));
  const child = spawn(command, args, {
    cwd: folder, // so that the developer's .env is not read
    env: {
      PATH: process.env['PATH'] ?? '',
      AGENT_PORT: '0',
      EVALS_PORT: '0',
      SIMULATOR_PORT: '0',
      EGRESS_MODE: 'local', // stubs are on this machine; with API keys they would be refused
      ...inheritedEnv,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listening = new Promise<string>((resolve) => {
    let isListening = false;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (isListening) return;
      const line = output.split('\n').find((one) => one.includes('"msg":"listening"'));
      if (line === undefined || !line.endsWith('}')) return;
      isListening = true;
      resolve(urlIn(line));
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const closed = once(child, 'close').then(() => rm(folder, { recursive: true }));
  const url = await Promise.race([listening, closed]);
  if (typeof url !== 'string') return { exitCode: child.exitCode, output };
  return {
    url,
    process: child,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Starts from the build, or with the launcher in `TEST_LAUNCHER` (`.ci/image`). */
function commandOf(name: ServiceName): readonly [string, readonly string[]] {
  const launcher = process.env['TEST_LAUNCHER'];
  if (launcher !== undefined && name !== 'simulator') return [launcher, [name]];
  const main = fileURLToPath(new URL(`../../../dist/${name}.mjs`, import.meta.url));
  return [process.execPath, [...nodeFlags(name), main]];
}

function urlIn(line: string): string {
  const { url } = JSON.parse(line) as { url: string };
  return url;
}
