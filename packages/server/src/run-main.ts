import { ConfigError } from './env/config-error.ts';

/** Starts a service; what keeps it from starting is told in words and ends the process with 2. */
export async function runMain(start: () => Promise<void>): Promise<void> {
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
