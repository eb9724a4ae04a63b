import { AppError } from '@assay/contracts';
import pg from 'pg';
import { toStorableParameters, type SqlExecutor } from './sql.ts';

/** A pool of PostgreSQL connections. */
export interface Database extends SqlExecutor, AsyncDisposable {
  /** Commits if `work` resolves, rolls back if it throws. */
  transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;
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

/** The current or next statement fails anyway; without a listener the process would exit. */
const ignoreLostConnection = (): void => undefined;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections, statementTimeoutMs = 0, beforeStatement = () => undefined } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    application_name: 'assay',
    options: `${PLANNER_OPTIONS} ${IDLE_TIMEOUT} -c statement_timeout=${statementTimeoutMs}`,
  });
  pool.on('error', ignoreLostConnection); // an idle connection: the next statement opens another
  const nameStatement = createStatementNamer();

  async function send(client: pg.Pool | pg.PoolClient, text: string, values: unknown[] = []) {
    beforeStatement();
    // Statements with parameters repeat: the server keeps them parsed, by name.
    const result = await (values.length === 0
      ? client.query<object>(text)
      : client.query<object>({
          name: nameStatement(text),
          text,
          values: toStorableParameters(values),
        }));
    // A text of several statements has several results, which the types do not say.
    return { rows: [result].flat().flatMap(({ rows }) => rows) };
  }

  async function transact<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    client.on('error', ignoreLostConnection);
    let broken: unknown = null;
    try {
      await send(client, 'begin');
      const result = await work({ executeSql: (text, values) => send(client, text, values) });
      await send(client, 'commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: unknown) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.off('error', ignoreLostConnection);
      client.release(broken !== null);
    }
  }

  return {
    executeSql: (text, values) => orUnavailable(send(pool, text, values)),
    transaction: (work) => orUnavailable(transact(work)),
    [Symbol.asyncDispose]: () => pool.end(),
  };
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

const CANCELLED_BY_TIMEOUT = '57014';

/** Turns a transient error and a statement that took too long into a 503, which clients may retry. */
async function orUnavailable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (errorCode(cause) === CANCELLED_BY_TIMEOUT) {
      const why = 'the database took too long; ask for less, or try again in a moment';
      throw new AppError('took_too_long', why, { cause, headers: { 'retry-after': '5' } });
    }
    if (!isTransientError(cause)) throw cause;
    const detail = 'the database cannot be reached right now; try again in a moment';
    throw new AppError('database_unavailable', detail, { cause, headers: { 'retry-after': '1' } });
  }
}

/** Connection lost or refused, server starting or stopping, too many connections, timeout, deadlock. */
const TRANSIENT_CODES =
  /^(08|25P03|53|57P0|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
/** pg throws these without a code. */
const TRANSIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Whether retrying the same statement may succeed. */
function isTransientError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientError); // all addresses refused
  if (!(error instanceof Error)) return false;
  return TRANSIENT_CODES.test(errorCode(error)) || TRANSIENT_MESSAGES.test(error.message);
}

/** Empty if it has none. */
function errorCode(error: unknown): string {
  const { code } = error instanceof Error ? (error as { code?: unknown }) : {};
  return typeof code === 'string' ? code : '';
}
