import { freePort } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { shellEnv } from './copy-repo.ts';
import { freshDatabase } from './fresh-database.ts';

const PORTS = ['8000', '8080', '9100', '9200'] as const;

/** A shell environment with its own database, in which the default ports are replaced by free ones. */
export interface ShellEnvironment extends FreePorts, AsyncDisposable {}

export async function createShellEnvironment(): Promise<ShellEnvironment> {
  const ports = await findFreePorts();
  const database = await freshDatabase();
  return {
    env: { ...ports.env, DATABASE_URL: database.url },
    rewrite: ports.rewrite,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** A shell environment in which the default ports are replaced by free ones. */
export interface FreePorts {
  readonly env: NodeJS.ProcessEnv;
  /** Replaces the default ports in a text by the free ones. */
  readonly rewrite: (text: string) => string;
}

export async function findFreePorts(): Promise<FreePorts> {
  const free = new Map<string, string>();
  for (const port of PORTS) free.set(port, String(await freePort()));
  return {
    env: shellEnv({
      AGENT_PORT: free.get('8000') ?? '',
      EVALS_PORT: free.get('8080') ?? '',
      SIMULATOR_PORT: free.get('9100') ?? '',
      STUBS_PORT: free.get('9200') ?? '',
      // Commands without an address use the default ports.
      FAIRTRIAL_SERVER: `http://127.0.0.1:${free.get('8080')}`,
      FAIRTRIAL_AGENT: `http://127.0.0.1:${free.get('8000')}`,
    }),
    rewrite: (text) =>
      text.replaceAll(
        /127\.0\.0\.1:(8000|8080|9100|9200)/g,
        (_, port: string) => `127.0.0.1:${free.get(port)}`,
      ),
  };
}

interface Command {
  readonly command: string;
  /** The number of services that it starts. */
  readonly services: number;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command until it is disposed of, which stops it like Ctrl-C. */
export async function serve({ command, services, folder, env }: Command): Promise<AsyncDisposable> {
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // a separate process group
  });
  let missing = services;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"msg":"listening"')) missing -= 1;
    if (missing === 0) break;
  }
  assert.equal(missing, 0, `${command} did not start`);
  child.stdout.resume();
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(child, 'close'); // emitted when no process holds its output any more
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await closed;
    },
  };
}
