import pg from 'pg';
import { isWithoutAnswer } from './database-unavailable.ts';

/** A pool of connections that notices when some of them are dead without a sign. */
export interface Connections extends AsyncDisposable {
  /** Lends a connection to `work`. If that throws, the connection is not used again unless `work` says that it may. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export interface Connection {
  send(statement: Statement): Promise<readonly object[]>;
  /** Says that the connection is as good as before although `work` is about to throw. */
  readonly keep: () => void;
}

export interface Statement extends pg.QueryConfig {
  /** How long to wait for the answer. */
  readonly query_timeout: number;
}

/** The current or next statement fails anyway; without a listener the process would exit. */
const ignoreLostConnection = (): void => undefined;

export function openConnections(config: pg.PoolConfig): Connections {
  const pool = new pg.Pool(config);
  pool.on('error', ignoreLostConnection); // an idle connection: the next statement opens another
  /** When each connection last answered. */
  const answeredAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => answeredAt.set(client, performance.now()));
  /** When a statement last got no answer. What cut its connection has probably cut the others, too. */
  let silentAt = 0;

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((answeredAt.get(client) ?? 0) >= silentAt) return client;
      client.release(true);
      client.connection.stream.destroy(); // a polite end would wait for an answer
    }
  }

  async function send(client: pg.PoolClient, statement: Statement): Promise<readonly object[]> {
    try {
      const result = await client.query<object>(statement);
      answeredAt.set(client, performance.now());
      // A text of several statements has several results, which the types do not say.
      return [result].flat().flatMap(({ rows }) => rows);
    } catch (error) {
      if (isWithoutAnswer(error)) silentAt = performance.now();
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
