import { isTransientError, orUnavailable } from './database-unavailable.ts';
import { openConnections, type Connection } from './open-connections.ts';
import { queryRows, toStorableParameters, type SqlExecutor } from './sql.ts';

/** Statements, alone or in a transaction, on the connections of a pool. */
export interface Transactor extends SqlExecutor {
  /** Commits if `work` resolves, rolls back if it throws. */
  transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;
}

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
/** The server cancels a statement before its answer is given up. */
const CANCEL_MARGIN_MS = 2000;
/**
 * The same few statements over and over: each is planned once, which for the longest takes more than its work.
 * Rows are found by their key: a plan that reads a whole table while that is small would stay when it has
 * grown, and one without statistics, as every month begins, would be read through a bitmap and sorted anew for
 * every page.
 */
const PLANNER_OPTIONS = [
  '-c plan_cache_mode=force_generic_plan -c jit=off',
  '-c enable_bitmapscan=off -c enable_seqscan=off',
].join(' ');
/** Cached plans live as long as their connection; this bounds their age. */
const MAX_CONNECTION_AGE_S = 60;
/** A process that stalls inside a transaction must not hold its locks. */
const IDLE_TIMEOUT = '-c idle_in_transaction_session_timeout=5000';

export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections: max, statementTimeoutMs = 0, beforeStatement } = options;
  const connections = openConnections({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    application_name: 'assay',
    options: `${PLANNER_OPTIONS} ${IDLE_TIMEOUT} -c statement_timeout=${statementTimeoutMs}`,
  });
  const nameStatement = createStatementNamer();

  function within(answerMs: number): Transactor {
    const on = (connection: Connection): SqlExecutor => ({
      async executeSql(text, values = []) {
        beforeStatement?.();
        // Statements with parameters repeat: the server keeps them parsed, by name.
        const named =
          values.length === 0
            ? {}
            : { name: nameStatement(text), values: toStorableParameters(values) };
        return { rows: [...(await connection.send({ text, query_timeout: answerMs, ...named }))] };
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

function createStatementNamer(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** Throws if the database cannot be written to, as a standby or one that its operator has set to read only. */
export async function checkWritable(tx: SqlExecutor): Promise<void> {
  const [row] = await queryRows<{ setting: string }>(
    tx,
    `select current_setting('transaction_read_only') as setting`,
  );
  if (row?.setting !== 'off') throw new Error('the database is read only');
}
