import { isTransientError, orUnavailable } from './database-unavailable.ts';
import { openConnections, type Connection } from './open-connections.ts';
import { toStartupOptions } from './session-settings.ts';
import { queryRows, toStorableParameters, type SqlExecutor, type Transactor } from './sql.ts';

/** A pool of PostgreSQL connections. */
export interface Database extends Transactor, AsyncDisposable {
  /** The same connections, with this many milliseconds for the answer to each statement. */
  within(answerMs: number): Transactor;
}

interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  /** A statement that takes longer is cancelled; undefined: none is. */
  readonly statementTimeoutMs?: number;
  /** Called before every statement: crash tests hook in here. */
  readonly beforeStatement?: () => void;
}

const CONNECT_TIMEOUT_MS = 5000;
/**
 * The connection of a statement without an answer after this time is taken for dead, and the statement for one that
 * may be tried again: a network that drops packets tells neither side. Shorter than the heartbeat of a job may take.
 */
const ANSWER_MS = 8000;
/** For statements that take longer the larger a run is: its start, its summary, its end. */
export const SLOW_ANSWER_MS = 60_000;
/** For `checkWritable`, which is asked every second. */
export const CHECK_ANSWER_MS = 2000;
/** The server cancels a statement before its answer is given up. */
const CANCEL_MARGIN_MS = 2000;
/** Cached plans live as long as their connection; this bounds their age. */
const MAX_CONNECTION_AGE_S = 60;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections: max, statementTimeoutMs = 0, beforeStatement } = options;
  const connections = openConnections({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS, // of what is asked when a connection begins
    keepAlive: true,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    application_name: 'assay',
    options: toStartupOptions({ statement_timeout: String(statementTimeoutMs) }),
  });

  function within(answerMs: number): Transactor {
    const on = (connection: Connection): SqlExecutor => ({
      async executeSql(text, values = []) {
        beforeStatement?.();
        const statement = { text, values: toStorableParameters(values), query_timeout: answerMs };
        return { rows: [...(await connection.send(statement))] };
      },
    });
    return {
      executeSql: (text, values) =>
        orUnavailable(connections.use((connection) => on(connection).executeSql(text, values))),
      transaction: (work) =>
        orUnavailable(connections.use((connection) => transact(connection, on(connection), work))),
    };
  }

  const usual = statementTimeoutMs === 0 ? ANSWER_MS : statementTimeoutMs + CANCEL_MARGIN_MS;
  return { ...within(usual), within, [Symbol.asyncDispose]: connections[Symbol.asyncDispose] };
}

async function transact<T>(
  connection: Connection,
  tx: SqlExecutor,
  work: (tx: SqlExecutor) => Promise<T>,
): Promise<T> {
  try {
    await tx.executeSql('begin');
    const result = await work(tx);
    await tx.executeSql('commit');
    return result;
  } catch (error) {
    // After such an error the connection is closed instead, which rolls back as well: it may be dead.
    if (!isTransientError(error)) {
      await tx.executeSql('rollback').then(connection.keep, () => undefined);
    }
    throw error;
  }
}

/** Throws if the database cannot be written to, as a standby or one that its operator has set to read only. */
export async function checkWritable(tx: SqlExecutor): Promise<void> {
  const [row] = await queryRows<{ setting: string }>(
    tx,
    `select current_setting('transaction_read_only') as setting`,
  );
  if (row?.setting !== 'off') throw new Error('the database is read only');
}
