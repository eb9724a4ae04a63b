import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
}

const HOST = '127.0.0.1';

/** Serves requests of programs on this machine; port 0 is any free one. */
export async function startLocalServer(
  port: number,
  listener: RequestListener,
): Promise<LocalServer> {
  const server = createServer(listener);
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
