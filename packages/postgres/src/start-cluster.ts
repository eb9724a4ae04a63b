import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { checkFailure, prepareServer, type ServerOptions } from './prepare-server.ts';

/** A PostgreSQL server used by this process only, listening on loopback. */
export interface Cluster extends AsyncDisposable {
  /** The connection URL of one of its databases. */
  url(database?: string): string;
  readonly pid: number | undefined;
  /** Restarts the server on the same port. */
  start(): Promise<void>;
  /** `fast` ends all sessions and writes everything; `immediate` leaves the files as a crash would. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  /** Kills the server without a shutdown, like a power cut. */
  kill(): Promise<void>;
}

const MAX_STARTS = 50;
const PAUSE_MS = 100;

export async function startCluster(options: ServerOptions): Promise<Cluster> {
  const { urlAt, launch } = await prepareServer(options);
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    for (let starts = 1; server === undefined; starts += 1) {
      const launched = await launch(port);
      if ('child' in launched) {
        server = launched.child;
        return;
      }
      checkFailure(launched.failure, starts === MAX_STARTS);
      await wait(PAUSE_MS);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.ref();
    const exited = once(ending, 'exit');
    ending.kill(signal);
    await exited;
  }

  await start();
  return {
    url: (database) => urlAt(port, database),
    get pid() {
      return server?.pid;
    },
    start,
    stop: (how = 'fast') => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGINT'),
  };
}
