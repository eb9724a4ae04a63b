import { queryRows, type SqlExecutor } from './sql.ts';
import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

/** Channels of LISTEN/NOTIFY. Best effort: every receiver also polls. */
export const CHANNELS = {
  /** There are new jobs. */
  jobs: 'assay_jobs',
  /** A run, by its id, has new events. */
  progress: 'assay_progress',
  /** A run, by its id, is being cancelled. */
  cancel: 'assay_cancel',
  /** A run, by its id, has ended. */
  end: 'assay_end',
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
  /** Called after each (re)connect: notifications sent meanwhile were missed. */
  readonly catchUp: () => void;
}

const RECONNECT_MS = 500;

/** Listens on one dedicated connection and reconnects until disposed. */
export function listen({ url, channels, onNotification, catchUp }: ListenOptions): Listener {
  const closing = new AbortController();
  const { signal } = closing;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'assay-listener',
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${channel}`);
      catchUp();
      await ended;
    } finally {
      await client.end().catch(() => undefined);
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
