import { Socket } from 'node:net';
import type { Server } from '../server.ts';

/**
 * Disconnects a reader that takes nothing of its answer for too long: what waits to be sent is in memory, and the source
 * of the answer stays open. A caller that waits while there is nothing to send may wait.
 */
export function disconnectStalledReaders(server: Server, timeoutMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!(socket instanceof Socket)) return; // a request that a test injects has no connection
    // The timer of a connection starts again whenever something is sent or received.
    socket.setTimeout(timeoutMs);
    // With a listener Node leaves it to us what to do. After the answer its own timer for idle connections takes over.
    reply.raw.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
