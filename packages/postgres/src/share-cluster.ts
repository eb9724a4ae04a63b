import { kill } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findLastPort, findServer, isPostgres } from './find-server.ts';
import { freePort } from './free-port.ts';
import {
  checkFailure,
  prepareServer,
  type PreparedServer,
  type ServerOptions,
} from './prepare-server.ts';

/** A PostgreSQL server shared by all processes with the same folder. The first starts it and the last stops it. */
export interface SharedCluster extends AsyncDisposable {
  readonly url: string;
  /** True if another process had started the server. */
  readonly isJoined: boolean;
}

/**
 * One connection per process that uses the server. It holds an advisory lock, which PostgreSQL releases if the process
 * dies.
 */
interface Membership {
  readonly client: pg.Client;
  readonly port: number;
  readonly isJoined: boolean;
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
}

/** Lock held in shared mode by every member, and exclusively by the process that stops the server. */
const MEMBERS = 0x66_74_72_6d;
const MAX_TRIES = 100;
const PAUSE_MS = 100;
const END_PAUSE_MS = 20;
const RETRY_MS = 1000;
const PORT_TAKEN = /could not bind|could not create any TCP/;
const WRONG_PASSWORD = '28P01';
const TOO_MANY_CONNECTIONS = '53300';

/** Joins or starts the server of a folder. If the server dies, its members restart it at the same address. */
export async function shareCluster(options: ServerOptions): Promise<SharedCluster> {
  const server = await prepareServer(options);
  const first = await join(server);
  let membership: Promise<Membership | undefined> = Promise.resolve(first);
  const leaving = new AbortController();

  async function joinAgain(port: number): Promise<Membership | undefined> {
    while (!leaving.signal.aborted) {
      const again = await join(server, port).catch(() => undefined);
      if (again) {
        void keep(again);
        return again;
      }
      // The server cannot start while its port is taken or its files are missing.
      await wait(RETRY_MS, undefined, { ref: false });
    }
    return undefined;
  }

  async function keep({ lost, port }: Membership): Promise<void> {
    await lost;
    if (!leaving.signal.aborted) membership = joinAgain(port);
  }

  void keep(first);
  return {
    url: server.urlAt(first.port),
    isJoined: first.isJoined,
    async [Symbol.asyncDispose]() {
      leaving.abort();
      const member = await membership;
      if (member) await leave(server, member);
    },
  };
}

/**
 * Connects to the running server or starts one. Its port is the given one, else that of a killed server, because its
 * other members reconnect there.
 */
async function join(server: PreparedServer, given?: number): Promise<Membership> {
  let isJoined = true;
  let port = given ?? (await findLastPort(server.data));
  for (let tries = 1; ;) {
    const found = await findServer(server.data);
    if (found?.isReady) {
      const url = server.urlAt(found.port);
      const member = await connect(url, tries === MAX_TRIES).catch(async (error: unknown) => {
        // A server with another password is of no use, so the one that was started for this process ends.
        if (!isJoined && errorCode(error) === WRONG_PASSWORD) await stop(found.pid);
        throw error;
      });
      if (member) return { ...member, port: found.port, isJoined };
      tries += 1;
    } else if (found === undefined) {
      const launched = await server.launch(port ?? (await freePort()));
      isJoined = 'failure' in launched;
      if ('child' in launched) continue;
      if (given === undefined && PORT_TAKEN.test(launched.failure)) port = undefined;
      else checkFailure(launched.failure, tries === MAX_TRIES);
      tries += 1;
    }
    // Starting and stopping have no fixed duration.
    await wait(PAUSE_MS);
  }
}

/** Returns `undefined` if the server is shutting down. */
async function connect(
  connectionString: string,
  isLast: boolean,
): Promise<Pick<Membership, 'client' | 'lost'> | undefined> {
  const client = new pg.Client({ connectionString, keepAlive: true });
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  client.on('error', () => undefined); // `end` follows
  client.once('end', resolve);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [MEMBERS]);
    return { client, lost };
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = errorCode(error);
    if (isLast || code === WRONG_PASSWORD || code === TOO_MANY_CONNECTIONS) throw error;
    return undefined;
  }
}

/**
 * Stops the server if no other process uses it. A process that joins meanwhile waits for the lock, then restarts the
 * server.
 */
async function leave({ data }: PreparedServer, { client }: Membership): Promise<void> {
  // A lost connection means that there is no server to stop.
  const isLast = await isLastMember(client).catch(() => false);
  const running = isLast ? await findServer(data) : undefined;
  if (running) await stop(running.pid);
  await client.end().catch(() => undefined);
}

async function stop(pid: number): Promise<void> {
  kill(pid, 'SIGINT');
  while (await isPostgres(pid)) await wait(END_PAUSE_MS);
}

function errorCode(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}

/** Releases the shared lock first, so that of two processes leaving at the same time one is the last. */
async function isLastMember(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [MEMBERS]);
  const { rows } = await client.query<{ is_last: boolean }>(
    'select pg_try_advisory_lock($1) is_last',
    [MEMBERS],
  );
  return rows[0]?.is_last === true;
}
