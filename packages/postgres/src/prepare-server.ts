import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { findBinaries } from './find-binaries.ts';
import { initCluster, serverUser, SUPERUSER } from './init-cluster.ts';

export interface ServerOptions {
  readonly folder: string;
  /** Server settings, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server whose files are ready and that can be started. */
export interface PreparedServer {
  readonly data: string;
  readonly urlAt: (port: number, database?: string) => string;
  /** Resolves once the server accepts connections, or with the failure if it does not start. */
  readonly launch: (port: number) => Promise<Launched>;
}

type Launched = { readonly child: ChildProcess } | { readonly failure: string };

const READY = 'ready to accept connections';
/** Another server uses the folder, or a child of a killed server has not exited yet. */
const IN_USE = /pre-existing shared memory|lock file .* already exists/;

export async function prepareServer({
  folder,
  settings = {},
}: ServerOptions): Promise<PreparedServer> {
  const binaries = await findBinaries();
  const user = serverUser();
  const { data, password } = await initCluster(folder, binaries, user);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    data,
    urlAt: (port, database = 'postgres') =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    async launch(port) {
      const child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...flags], {
        ...user,
        detached: true, // Ctrl-C must not reach the server; this process stops it
        env: { LC_MESSAGES: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const failure = await untilReady(child);
      if (failure !== undefined) return { failure };
      // A running server must not keep this process alive.
      child.unref();
      if (child.stderr instanceof Socket) child.stderr.unref();
      return { child };
    },
  };
}

/** Returns if a retry can succeed because another server was in the way; throws otherwise. */
export function checkFailure(failure: string, isLast: boolean): void {
  if (isLast || !IN_USE.test(failure)) throw new Error(`PostgreSQL did not start: ${failure}`);
}

/** Returns the server's output if it exits before it is ready; `undefined` once it is ready. */
async function untilReady(child: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
    if (said.includes(READY)) resolve(undefined);
  });
  child.once('error', (error) => resolve(error.message));
  child.once('close', () => resolve(said.trim())); // `exit` may fire before the last output arrives
  return promise;
}
