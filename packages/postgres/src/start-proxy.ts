import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a PostgreSQL server whose connections can go silent without being closed; for tests. */
export interface Proxy extends AsyncDisposable {
  /** The address of the database through the proxy. */
  readonly url: string;
  /**
   * Drops every byte of the currently open connections in both directions and never closes them, like a firewall that
   * has dropped their state. Later connections work.
   */
  silence(): void;
}

const DEFAULT_PORT = 5432;

export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  // Half open: one side's end is forwarded only while the pair is not silenced.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const address = { host: hostname, port: Number(port || DEFAULT_PORT), noDelay: true };
    const far = connect({ ...address, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.pipe(to);
      from.on('error', () => undefined); // `close` follows
      from.once('close', () => {
        if (pairs.has(pair)) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const silenced: Socket[] = [];
  return {
    url: url.href,
    silence() {
      for (const [near, far] of pairs) {
        for (const socket of [near, far]) socket.unpipe().resume();
        silenced.push(near, far);
      }
      pairs.clear();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...pairs].flat().concat(silenced)) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
