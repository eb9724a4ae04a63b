/** `npm run check`: types, lint, format and dead code beside the unit tests, because each of them uses one processor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CHAINS = [
  [
    ['npm', 'run', '--silent', 'types'],
    ['npm', 'run', '--silent', 'lint'],
    ['npm', 'run', '--silent', 'format'],
    ['npm', 'run', '--silent', 'dead-code'],
  ],
  [['npm', 'test', '--silent', '--', 'units']],
] as const;

const failed: string[] = [];
await Promise.all(
  CHAINS.map(async (chain) => {
    for (const [command, ...args] of chain) {
      const child = spawn(command, args, { stdio: 'inherit' });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) failed.push([command, ...args].join(' '));
    }
  }),
);
for (const command of failed) console.error(`failed: ${command}`);
process.exitCode = failed.length === 0 ? 0 : 1;
