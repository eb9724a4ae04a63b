import type { McpSession } from './mcp-session.ts';

/** A connection that is made when it is wanted, and made again when it is gone. */
export interface KeptSession {
  /** Does the work again on a new connection where the old one was gone before anything was done. */
  use<T>(
    work: (session: McpSession) => Promise<T>,
    isGone: (thrown: unknown) => boolean,
  ): Promise<T>;
  close(): Promise<void>;
}

export function keepSession(open: () => Promise<McpSession>): KeptSession {
  let session: Promise<McpSession> | undefined;
  let isClosed = false;

  async function get(): Promise<McpSession> {
    if (isClosed) throw new Error('the service is shutting down');
    session ??= open();
    const mine = session;
    try {
      return await mine;
    } catch (cause) {
      if (session === mine) session = undefined;
      throw cause;
    }
  }

  /** Only the one that was found gone: somebody else may have made a new one meanwhile. */
  async function drop(gone: McpSession): Promise<void> {
    if ((await session?.catch(() => undefined)) === gone) session = undefined;
    void gone.close().catch(() => undefined);
  }

  return {
    async use(work, isGone) {
      const opened = await get();
      try {
        return await work(opened);
      } catch (thrown) {
        if (!isGone(thrown)) throw thrown;
        await drop(opened);
        return work(await get());
      }
    },
    async close() {
      isClosed = true;
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}
