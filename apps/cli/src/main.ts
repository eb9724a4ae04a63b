#!/usr/bin/env node
import { argv, stdout } from 'node:process';
import { version } from './version.ts';

// Scripts ask for the version often, and it takes nothing of the rest.
if (argv.length === 3 && ['--version', '-V'].includes(argv[2] ?? '')) stdout.write(`${version}\n`);
else {
  const { runCli } = await import('./run-cli.ts');
  await runCli();
}
