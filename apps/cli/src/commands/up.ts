import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { CliFault } from '../command/cli-fault.ts';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';

const START = 'scripts/start.ts';

/** `assay up`: both services, as `npm start` starts them, until Ctrl-C. */
export const upCommand: CommandModule = {
  define(command: Command) {
    command.option('--simulated', 'with simulated models, which need no key');
  },

  async run({ options, context: { cwd, signal } }: Invocation): Promise<ExitCode> {
    const house = findHouse([cwd, fileURLToPath(import.meta.url)]);
    const flags = options['simulated'] === true ? ['--simulated'] : [];
    const child = spawn(nodeFor(house), [START, ...flags], { cwd: house, stdio: 'inherit' });
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    const [code] = (await once(child, 'exit')) as [number | null];
    // Ctrl-C is how it is meant to end.
    return signal.aborted || code === 0 ? EXIT.pass : EXIT.service;
  },
};

/** The checkout that we stand in, or that we are part of. */
function findHouse(places: readonly string[]): string {
  for (const place of places) {
    for (let folder = place; folder !== dirname(folder); folder = dirname(folder)) {
      if (existsSync(join(folder, START)) && existsSync(join(folder, 'apps/evals'))) return folder;
    }
  }
  const way = 'clone it, run `npm ci`, and try again there; or start its containers';
  throw new CliFault(
    EXIT.usage,
    `the services are not part of this file, but of the checkout: ${way}`,
  );
}

/** The services want Node 24; the checkout brings one along. */
function nodeFor(house: string): string {
  if (Number(versions.node.split('.')[0]) >= 24) return execPath;
  return join(house, 'node_modules/.bin/node');
}
