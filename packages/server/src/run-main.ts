import { ConfigError } from './config-error.ts';

const NODE_MAJOR = 24;

/** Starts a service; a wrong environment is told in words and ends the process with 2. */
export async function runMain(start: () => Promise<void>): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    fail(
      `Assay needs Node ${NODE_MAJOR} or newer; this is ${process.version}. "npm run" brings its own.`,
    );
    return;
  }
  try {
    await start();
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    else if (isPortInUse(error)) fail(`Cannot start: ${error.message}. Is it running already?`);
    else throw error;
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function isPortInUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
