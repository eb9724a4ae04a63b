import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';

export interface Listener extends AsyncDisposable {}

interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** After a gap: whatever was said meanwhile was missed. */
  readonly catchUp: () => void;
}

const AGAIN_MS = 500;

/** One connection that hears what other processes say, for as long as it is needed. */
export function listen({ url, channels, onNotification, catchUp }: ListenOptions): Listener {
  const closing = new AbortController();
  const { signal } = closing;

  async function hearOnce(): Promise<void> {
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

  async function keepHearing(): Promise<void> {
    while (!signal.aborted) {
      await hearOnce().catch(() => undefined); // away for a moment: whoever waits also looks by itself
      if (!signal.aborted) await wait(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const hearing = keepHearing();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await hearing;
    },
  };
}
