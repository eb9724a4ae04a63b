import { createHash } from 'node:crypto';
import pg from 'pg';
import { errorCode, NoAnswerError } from './database-unavailable.ts';

/** A pool of connections that detects silently dead connections. */
export interface Connections extends AsyncDisposable {
  /** Lends a connection to `work`. If `work` throws, the connection is discarded unless `work` called `keep`. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export interface Connection {
  send(statement: Statement): Promise<readonly object[]>;
  /** Keeps the connection in the pool although `work` is about to throw. */
  readonly keep: () => void;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** Timeout for the answer, in milliseconds. */
  readonly answerMs: number;
}

/** The current or next statement fails anyway; without a listener, the event would end the process. */
const ignoreLostConnection = (): void => undefined;

export function openConnections(config: pg.PoolConfig): Connections {
  /** True if the server still knows a named statement when it is sent again. */
  let keepsNames: boolean | undefined;
  const pool = new pg.Pool(config);
  const nameStatement = createStatementNamer();
  pool.on('error', ignoreLostConnection); // an idle connection failed: the next statement opens another
  /** When each connection last answered. */
  const answeredAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => answeredAt.set(client, performance.now()));
  /** When a statement last got no answer. The cause has probably cut the other connections, too. */
  let silentAt = 0;

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch(connectWithoutOptions);
      if ((answeredAt.get(client) ?? 0) >= silentAt) return client;
      client.release(true);
      client.connection.stream.destroy(); // a clean close would wait for an answer
    }
  }

  /**
   * A pooler rejects settings that it does not know; `storeMissingSettings` stores them as defaults of the role
   * instead.
   */
  function connectWithoutOptions(error: unknown): Promise<pg.PoolClient> {
    if (pool.options.options === undefined || !isRefusedOption(error)) throw error;
    Object.assign(pool.options, { options: undefined });
    return pool.connect();
  }

  async function send(
    client: pg.PoolClient,
    { text, values, answerMs }: Statement,
  ): Promise<readonly object[]> {
    try {
      keepsNames ??= await inTime(examineNames(client), answerMs);
      // Statements with parameters repeat, so the server keeps them parsed under a name.
      const name = keepsNames && values.length > 0 ? nameStatement(text) : undefined;
      const result = await inTime(
        client.query<object>({ text, values, ...(name && { name }) }),
        answerMs,
      );
      answeredAt.set(client, performance.now());
      return takeRows([result].flat());
    } catch (error) {
      if (error instanceof NoAnswerError) silentAt = performance.now();
      throw error;
    }
  }

  return {
    async use(work) {
      const client = await connect();
      client.on('error', ignoreLostConnection);
      let isSound = false;
      const keep = (): void => {
        isSound = true;
      };
      try {
        const result = await work({ send: (statement) => send(client, statement), keep });
        keep();
        return result;
      } finally {
        client.off('error', ignoreLostConnection);
        client.release(!isSound);
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/**
 * A text with several statements returns several results, which the types do not show. pg can keep a result until a full
 * garbage collection: with its rows, an export of 100,000 turns took 70 MB more.
 */
function takeRows(results: readonly pg.QueryResult<object>[]): readonly object[] {
  const rows = results.flatMap((result) => result.rows);
  for (const result of results) result.rows = [];
  return rows;
}

/**
 * Rejects if there is no answer after `ms`. When a process continues after a stall, its timers run before it reads what
 * has arrived meanwhile: what is read until the next `setImmediate` is in time, too.
 */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const refuse = (): void => late.reject(new NoAnswerError(`no answer after ${ms} ms`));
  const timer = setTimeout(() => setImmediate(refuse), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const EXAMINED_NAME = 'fairtrial_examined';
const NAME_ERRORS = /^(42P05|26000)$/;

/**
 * A transaction pooler, which gives each transaction another connection to the server, either tracks named statements
 * under its own names or does not support them. In the second case a statement can reach a connection that does not
 * know its name.
 */
async function examineNames(client: pg.ClientBase): Promise<boolean> {
  if (!(await isPooled(client))) return true;
  const text = 'select from pg_prepared_statements where name = $1';
  try {
    const known = await client.query({ name: EXAMINED_NAME, text, values: [EXAMINED_NAME] });
    return known.rowCount === 0;
  } catch (error) {
    if (NAME_ERRORS.test(errorCode(error))) return false;
    throw error;
  }
}

/** True if connected through a pooler: the process id of the handshake is not that of the backend. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { processID: told } = client as pg.ClientBase & { readonly processID: number | null };
  return rows[0]?.pid !== told;
}

function isRefusedOption(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

/** Derives names from the statement text, because behind a pooler other processes use the same connections. */
function createStatementNamer(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `fairtrial_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}
