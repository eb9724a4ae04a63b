import closeWithGrace from 'close-with-grace';
import { ConfigError } from './env/read-env.ts';
import type { Server } from './server.ts';
import { nameSourceLines } from './source-lines.ts';
import type { Tracing } from './telemetry/export-traces.ts';
import { watchParent } from './watch-parent.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Logged at startup. */
  readonly warnings?: readonly string[];
  /** If true, the service ends with npm; otherwise it may outlive the shell that started it. */
  readonly startedByNpm: boolean;
}

const DRAIN_TIMEOUT_MS = 30_000;

/**
 * Length of the accept queue. Node accepts one connection per turn of the event loop; the caller's kernel retries a
 * connection that does not fit after a second or more. The system may allow less (`net.core.somaxconn`).
 */
const BACKLOG = 4096;

/** Listens until SIGTERM or SIGINT, then finishes the requests in progress and exits with 0. */
export async function serve(
  server: Server,
  { host, port, warnings = [], startedByNpm }: ServeOptions,
  tracing?: Tracing,
): Promise<void> {
  const options = {
    delay: DRAIN_TIMEOUT_MS,
    logger: false as const,
    onTimeout: () => server.log.error('shutdown timed out; exiting with unfinished work'),
  };
  const stopWatching = startedByNpm
    ? watchParent(() => process.kill(process.pid, 'SIGTERM'))
    : () => undefined;
  closeWithGrace(options, async ({ err, signal }) => {
    stopWatching(); // a second signal would end the process before it is done
    if (err) server.log.fatal({ err }, 'closing after an uncaught error');
    else server.log.info({ signal }, 'draining');
    await server.close();
    await tracing?.close(server.log); // last, so that it includes the spans that end meanwhile
    server.log.info('closed');
  });
  for (const warning of warnings) server.log.warn(warning);
  const url = await server.listen({
    host,
    port,
    backlog: BACKLOG,
    listenTextResolver: () => 'accepting connections',
  });
  server.log.info({ url }, 'listening');
}

/** Starts a service. Prints a configuration error or a port in use without a stack and exits with 2. */
export async function runService(start: () => Promise<void>): Promise<void> {
  if (import.meta.url.endsWith('.mjs')) nameSourceLines();
  try {
    await start();
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    else if (isPortInUse(error))
      fail(
        `Cannot start: ${error.message}. Is it running already? Otherwise set ${PORTS} to free ports.`,
      );
    else throw error;
  }
}

const PORTS = 'AGENT_PORT, EVALS_PORT and SIMULATOR_PORT';

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function isPortInUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
