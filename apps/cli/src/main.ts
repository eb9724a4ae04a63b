#!/usr/bin/env node
// oxlint-disable-next-line import/no-unassigned-import -- it ends the process on a Node that is too old
import './check-node.ts';
import { argv, stdout } from 'node:process';
import { version } from './version.ts';

// Handled without loading the rest, since scripts ask for the version often.
if (argv.length === 3 && ['--version', '-V'].includes(argv[2] ?? '')) stdout.write(`${version}\n`);
else {
  const { runCli } = await import('./run-cli.ts');
  await runCli();
}
