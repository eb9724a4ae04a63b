import type { McpSession } from './mcp-session.ts';

/** A connection that is made when it is wanted, and made again when it is gone. */
export interface KeptSession {
  use<T>(work: (session: McpSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  drop(): void;
  close(): Promise<void>;
}

export function keepSession(open: () => Promise<McpSession>): KeptSession {
  let session: Promise<McpSession> | undefined;

  function drop(): void {
    session?.then((gone) => gone.close()).catch(() => undefined);
    session = undefined;
  }

  return {
    drop,
    async use(work, signal) {
      const isNew = session === undefined;
      session ??= open();
      try {
        return await work(await session);
      } catch (thrown) {
        signal?.throwIfAborted();
        drop();
        if (isNew) throw thrown;
        // The server may have been restarted meanwhile.
        session = open();
        return work(await session);
      }
    },
    async close() {
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}
