import { isPooled } from './open-connections.ts';
import { queryRows, type SqlExecutor } from './sql.ts';
import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

/** Channels of LISTEN/NOTIFY. Best effort: every receiver also polls. */
export const CHANNELS = {
  /** There are new jobs. */
  jobs: 'fairtrial_jobs',
  /** A run, by its id, has new events. */
  progress: 'fairtrial_progress',
  /** A run, by its id, is being cancelled. */
  cancel: 'fairtrial_cancel',
  /** A run, by its id, has ended. */
  end: 'fairtrial_end',
} as const;

export async function notify(
  tx: SqlExecutor,
  channel: keyof typeof CHANNELS,
  payload: string,
): Promise<void> {
  await queryRows(tx, 'select pg_notify($1, $2)', [CHANNELS[channel], payload]);
}

interface Listener extends AsyncDisposable {}

interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called if the URL leads to a transaction pooler, which switches connections: no notification would arrive. */
  readonly onPooler: () => void;
  /** Called after each (re)connect: notifications sent meanwhile were missed. */
  readonly catchUp: () => void;
  readonly pingMs?: number;
}

const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * An idle connection can be dead for hours without any sign, so it is pinged this often and has this long to answer.
 */
const PING_MS = 3000;

/** Listens on one dedicated connection and reconnects until disposed. */
export function listen(options: ListenOptions): Listener {
  const { url, channels, onNotification, onPooler, catchUp, pingMs = PING_MS } = options;
  const closing = new AbortController();
  const { signal } = closing;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: pingMs,
      application_name: 'fairtrial-listener',
    });
    const ended = new AbortController();
    for (const event of ['end', 'error'] as const) client.on(event, () => ended.abort());
    const over = AbortSignal.any([signal, ended.signal]);
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${channel}`);
      if (await isPooled(client)) onPooler();
      catchUp();
      while (!over.aborted) {
        await wait(pingMs, undefined, { signal: over }).catch(() => undefined);
        if (!over.aborted) await client.query('select 1');
      }
    } finally {
      const end = client.end().catch(() => undefined);
      client.connection.stream.destroy(); // a clean close would wait for an answer
      await end;
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch(() => undefined); // disconnected: receivers also poll
      if (!signal.aborted) await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const listening = keepListening();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await listening;
    },
  };
}
