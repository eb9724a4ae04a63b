import { AppError } from '@assay/contracts';
import { isLoopbackHost } from './is-loopback-host.ts';
import type { Server } from './server.ts';

/**
 * A service on loopback is asked by names of this machine only. Otherwise a web page whose name is made
 * to point here (DNS rebinding) could call it as if it were its own server.
 */
export function checkHost(server: Server, host: string): void {
  if (!isLoopbackHost(host)) return;
  server.addHook('onRequest', async (request) => {
    const name = request.hostname.replace(/\.$/, '');
    if (name === '' || isLoopbackHost(name)) return;
    const detail = `this service listens on ${host} and is not ${name.slice(0, 100)}`;
    throw new AppError('wrong_host', detail);
  });
}
