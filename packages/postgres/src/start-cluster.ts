import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from './find-binaries.ts';
import { freePort } from './free-port.ts';
import { initCluster, serverUser, SUPERUSER } from './init-cluster.ts';
import { adopt, findOrphan, fromChild, type RunningServer } from './running-server.ts';

/** A PostgreSQL server of our own, on loopback. */
export interface Cluster extends AsyncDisposable {
  /** The address of one of its databases. */
  url(database?: string): string;
  readonly pid: number | undefined;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** fast: sessions are ended and everything is written. immediate: as a crash would leave it. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** As a power cut would end it. */
  kill(): Promise<void>;
}

interface ClusterOptions {
  /** Where its files are, or will be. */
  readonly folder: string;
  /** Server settings, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const READY = 'ready to accept connections';
/** Left behind by a server that was killed; the last of its children is still on its way out. */
const STILL_THERE = /pre-existing shared memory|lock file .* already exists/;
const MAX_STARTS = 50;
const PAUSE_MS = 100;

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, settings = {} } = options;
  const binaries = await findBinaries();
  const user = serverUser();
  const { data, password } = await initCluster(folder, binaries, user);
  const orphan = await findOrphan(data);
  const port = orphan?.port ?? (await freePort());
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: RunningServer | undefined = orphan && adopt(orphan.pid);

  const launch = (): ChildProcess =>
    spawn(binaries.postgres, ['-D', data, '-p', String(port), ...flags], {
      ...user,
      detached: true, // Ctrl-C must not reach it; this process stops it
      env: { LC_MESSAGES: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });

  async function start(): Promise<void> {
    if (server) return;
    for (let tries = 1; ; tries += 1) {
      const child = launch();
      const failure = await untilReady(child);
      if (failure === undefined) {
        server = fromChild(child);
        return;
      }
      if (tries === MAX_STARTS || !STILL_THERE.test(failure)) {
        throw new Error(`PostgreSQL did not start: ${failure}`);
      }
      await wait(PAUSE_MS);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = undefined;
    await ending?.end(signal);
  }

  await start();
  return {
    url: (database = 'postgres') =>
      `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    get pid() {
      return server?.pid;
    },
    start,
    stop: (how = 'fast') => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGINT'),
  };
}

/** Returns its output if it exits instead of becoming ready; `undefined` once it is ready. */
async function untilReady(child: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
    if (said.includes(READY)) resolve(undefined);
  });
  child.once('error', (error) => resolve(error.message));
  child.once('exit', () => resolve(said.trim()));
  return promise;
}
