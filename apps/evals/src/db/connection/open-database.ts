import { isTransientError, orUnavailable } from './database-unavailable.ts';
import { openConnections, type Connection } from './open-connections.ts';
import { toStartupOptions } from './session-settings.ts';
import { queryRows, toStorableParameters, type SqlExecutor, type Transactor } from './sql.ts';

/** A pool of PostgreSQL connections. */
export interface Database extends Transactor, AsyncDisposable {
  /** The same connections, with this answer timeout per statement, in milliseconds. */
  within(answerMs: number): Transactor;
}

interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  /** Statements that take longer are cancelled; `undefined`: no limit. */
  readonly statementTimeoutMs?: number;
  /** Called before every statement: crash tests hook in here. */
  readonly beforeStatement?: () => void;
}

const CONNECT_TIMEOUT_MS = 5000;
/**
 * A statement without an answer after this time can be retried, and its connection counts as dead: a network that drops
 * packets notifies neither side. Shorter than the time limit of a job's heartbeat.
 */
const ANSWER_MS = 8000;
/** For statements whose duration grows with the size of a run: its start, its summary, its end. */
export const SLOW_ANSWER_MS = 60_000;
/** For `checkWritable`, which runs every second. */
export const CHECK_ANSWER_MS = 2000;
/** The server cancels a statement this long before the client stops waiting for the answer. */
const CANCEL_MARGIN_MS = 2000;
/** Cached plans live as long as their connection, so this limits their age. */
const MAX_CONNECTION_AGE_S = 60;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections: max, statementTimeoutMs = 0, beforeStatement } = options;
  const connections = openConnections({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    application_name: 'fairtrial',
    options: toStartupOptions({ statement_timeout: String(statementTimeoutMs) }),
  });

  function within(answerMs: number): Transactor {
    const on = (connection: Connection): SqlExecutor => ({
      async executeSql(text, values = []) {
        beforeStatement?.();
        const statement = { text, values: toStorableParameters(values), answerMs };
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
    // The connection may be dead. Closing it also rolls back.
    if (!isTransientError(error)) {
      await tx.executeSql('rollback').then(connection.keep, () => undefined);
    }
    throw error;
  }
}

/** Throws if the database is not writable: a standby, or one that its operator made read-only. */
export async function checkWritable(tx: SqlExecutor): Promise<void> {
  const [row] = await queryRows<{ setting: string }>(
    tx,
    `select current_setting('transaction_read_only') as setting`,
  );
  if (row?.setting !== 'off') throw new Error('the database is read only');
}
