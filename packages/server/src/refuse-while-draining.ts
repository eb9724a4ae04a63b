import { AppError } from '@fairtrial/contracts';
import type { Socket } from 'node:net';
import type { Server } from './server.ts';

export interface Drain {
  started: boolean;
}

/** After SIGTERM, requests in progress finish and new ones are refused. */
export function refuseWhileDraining(server: Server): Drain {
  const drain: Drain = { started: false };
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', () => {
    drain.started = true;
    // Connections opened in advance, as browsers and pools do: Node considers them busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url;
    if (!drain.started || path === '/livez' || path === '/readyz') return;
    reply.header('connection', 'close');
    throw new AppError('shutting_down', 'this instance is shutting down; retry the request', {
      headers: { 'retry-after': '1' },
    });
  });
  // A connection kept alive after its last answer would prevent the server from closing.
  server.addHook('onResponse', async () => {
    if (drain.started) setImmediate(() => server.server.closeIdleConnections());
  });
  return drain;
}
