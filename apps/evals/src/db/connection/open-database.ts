import { AppError } from '@assay/contracts';
import pg from 'pg';
import { isTransientError } from './is-transient-error.ts';
import type { Tx } from './tx.ts';

/** PostgreSQL, as far as anybody but this folder knows. */
export interface Database extends Tx, AsyncDisposable {
  /** All of the work, or none of it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  /** Told of every statement before it is sent: where a crash is planted. */
  readonly beforeStatement?: () => void;
}

const CONNECT_MS = 5000;
/**
 * The same few statements over and over: each is planned once, which for the longest takes more than its work.
 * Rows are found by their key: a plan that reads a whole table while that is small would stay when it has
 * grown, and one without statistics, as every month begins, would be read through a bitmap and sorted anew for
 * every page.
 */
const PLANNED_ONCE = [
  '-c plan_cache_mode=force_generic_plan -c jit=off',
  '-c enable_bitmapscan=off -c enable_seqscan=off',
].join(' ');
/** Plans go with their connection: what was made for a table of yesterday is made again. */
const PLANS_KEPT_S = 60;
/** A process that is held up in the middle of a transaction must not hold up everybody else with its locks. */
const LET_GO = '-c idle_in_transaction_session_timeout=5000';

/** The statement under way fails by itself, or the next one; without a listener the process would end. */
const onLost = (): void => undefined;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, connections, beforeStatement = () => undefined } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    maxLifetimeSeconds: PLANS_KEPT_S,
    application_name: 'assay',
    options: `${PLANNED_ONCE} ${LET_GO}`,
  });
  pool.on('error', onLost); // an idle connection: the next statement opens another
  const nameOf = createNamer();

  async function send(client: pg.Pool | pg.PoolClient, text: string, values: unknown[] = []) {
    beforeStatement();
    // What has parameters comes again: the server keeps it parsed, by name.
    const result = await (values.length === 0
      ? client.query<object>(text)
      : client.query<object>({ name: nameOf(text), text, values }));
    // A text of several statements has several results, which the types do not say.
    return { rows: [result].flat().flatMap(({ rows }) => rows) };
  }

  async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    client.on('error', onLost);
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
      client.off('error', onLost);
      client.release(broken !== null);
    }
  }

  return {
    executeSql: (text, values) => orUnavailable(send(pool, text, values)),
    transaction: (work) => orUnavailable(transact(work)),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

function createNamer(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** A database that is away for a moment is no fault of the request: it may be sent again. */
async function orUnavailable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    if (!isTransientError(cause)) throw cause;
    const detail = 'the database cannot be reached right now; try again in a moment';
    throw new AppError('database_unavailable', detail, { cause, headers: { 'retry-after': '1' } });
  }
}
