import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { CliError } from './cli-error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** What the services are started with: whoever has it has all of them. */
const LANDMARK = 'scripts/start.ts';

interface Running {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Runs a script of the checkout that we stand in, or are part of, until it ends or Ctrl-C is pressed. */
export async function runInCheckout(
  args: readonly string[],
  { cwd, signal }: Running,
): Promise<ExitCode> {
  const checkout = findCheckout([cwd, fileURLToPath(import.meta.url)]);
  const child = spawn(nodeFor(checkout), args, { cwd: checkout, stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  // Ctrl-C is how it is meant to end.
  return signal.aborted || code === 0 ? EXIT.pass : EXIT.service;
}

function findCheckout(places: readonly string[]): string {
  for (const place of places) {
    for (let folder = place; folder !== dirname(folder); folder = dirname(folder)) {
      const isCheckout =
        existsSync(join(folder, LANDMARK)) && existsSync(join(folder, 'apps/evals'));
      if (isCheckout) return folder;
    }
  }
  const way = 'clone it, run `npm ci`, and try again there; or start its containers';
  throw new CliError(
    EXIT.usage,
    `the services are not part of this file, but of the checkout: ${way}`,
  );
}

/** The services want Node 24; the checkout brings one along. */
function nodeFor(checkout: string): string {
  if (Number(versions.node.split('.')[0]) >= 24) return execPath;
  return join(checkout, 'node_modules/.bin/node');
}
