import closeWithGrace from 'close-with-grace';
import type { Server } from './server.ts';
import type { Tracing } from './telemetry/start-tracing.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const DRAIN_MS = 30_000;

/** Listens until SIGTERM or SIGINT, then finishes what is under way and ends the process with 0. */
export async function serve(
  server: Server,
  { host, port }: Address,
  tracing?: Tracing,
): Promise<void> {
  const options = {
    delay: DRAIN_MS,
    logger: false as const,
    onTimeout: () => server.log.error('not everything was finished in time; ending all the same'),
  };
  closeWithGrace(options, async ({ err, signal }) => {
    if (err) server.log.fatal({ err }, 'closing after an uncaught error');
    else server.log.info({ signal }, 'draining');
    await server.close();
    await tracing?.close(server.log); // last: what ends meanwhile is in it
    server.log.info('closed');
  });
  const url = await server.listen({
    host,
    port,
    listenTextResolver: () => 'accepting connections',
  });
  server.log.info({ url }, 'listening');
}
