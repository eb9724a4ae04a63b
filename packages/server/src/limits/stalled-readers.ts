import { Socket } from 'node:net';
import type { Server } from '../server.ts';

/**
 * Disconnects a reader that takes nothing of its answer for too long: what waits to be sent is in memory, and the source
 * of the answer stays open. A caller that waits while there is nothing to send may wait. The time-out of a connection
 * itself does not do: it starts again with whatever the caller sends, an empty line included.
 */
export function disconnectStalledReaders(server: Server, timeoutMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!(socket instanceof Socket)) return; // a request that a test injects has no connection
    let before: number | undefined;
    const timer = setInterval(() => {
      const sent = socket.writableLength === 0 ? undefined : sentBytes(socket);
      if (sent !== undefined && sent === before) socket.destroy();
      before = sent;
    }, timeoutMs).unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

/** What the other side has taken so far, of a write that is under way, too; only its handle knows that. */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
