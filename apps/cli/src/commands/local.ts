import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';

/** `fairtrial demo`: runs `npm run demo` of the checkout. */
export const demoCommand: CommandModule = {
  define(command: Command) {
    command.option('--once', 'exit after the comparison is printed');
  },

  run({ options, context }: Invocation): Promise<ExitCode> {
    const flags = options['once'] === true ? ['--once'] : [];
    return runInCheckout(['scripts/demo.ts', ...flags], context);
  },
};

/** `fairtrial up`: runs `npm start` of the checkout until Ctrl-C. */
export const upCommand: CommandModule = {
  define(command: Command) {
    command.option('--simulated', 'use simulated models, which need no key');
  },

  run({ options, context }: Invocation): Promise<ExitCode> {
    const flags = options['simulated'] === true ? ['--simulated'] : [];
    return runInCheckout(['scripts/start.ts', ...flags], context);
  },
};

/** A folder with this script is a checkout. */
const START_SCRIPT = 'scripts/start.ts';

interface RunInCheckoutOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Runs a script of the checkout that contains `cwd` or this file, until it ends or Ctrl-C is pressed. */
export async function runInCheckout(
  args: readonly string[],
  { cwd, signal }: RunInCheckoutOptions,
): Promise<ExitCode> {
  const checkout = findCheckout([cwd, fileURLToPath(import.meta.url)]);
  const child = spawn(nodeFor(checkout), args, { cwd: checkout, stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  // Ctrl-C is the normal way to stop the script.
  return signal.aborted || code === 0 ? EXIT.pass : EXIT.service;
}

function findCheckout(paths: readonly string[]): string {
  for (const path of paths) {
    for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
      const isCheckout =
        existsSync(join(folder, START_SCRIPT)) && existsSync(join(folder, 'apps/evals'));
      if (isCheckout) return folder;
    }
  }
  throw new CliError(
    EXIT.usage,
    'this command starts the services from a checkout of the Fairtrial repository, and this folder is not in one: ' +
      'clone the repository, run `npm ci` and try again there, or start the services with its container image',
  );
}

/** The services need Node 24; the checkout has one in node_modules. */
function nodeFor(checkout: string): string {
  if (Number(versions.node.split('.')[0]) >= 24) return execPath;
  return join(checkout, 'node_modules/.bin/node');
}
