import { Socket } from 'node:net';
import type { Server } from '../server.ts';

/**
 * Disconnects a reader that accepts no bytes of its answer for too long: the unsent bytes stay in memory and the
 * answer's source stays open. A caller may wait while there is nothing to send. The socket's own timeout does not
 * suffice: it restarts with every byte the caller sends, even an empty line.
 */
export function disconnectStalledReaders(server: Server, timeoutMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!(socket instanceof Socket)) return; // requests injected by tests have no connection
    let before: number | undefined;
    const timer = setInterval(() => {
      const sent = socket.writableLength === 0 ? undefined : sentBytes(socket);
      if (sent !== undefined && sent === before) socket.destroy();
      before = sent;
    }, timeoutMs).unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Returns the bytes the peer has accepted so far, including those of an unfinished write, which only the handle knows.
 */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
