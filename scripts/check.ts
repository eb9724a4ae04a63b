/**
 * What must hold before a commit. The static checks run beside the unit tests, because each of them uses one processor.
 *   npm run check                    everything
 *   npm run check -- lint types      these
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

type Command = readonly [name: string, ...args: string[]];

const STATIC: Readonly<Record<string, readonly Command[]>> = {
  types: [['tsc'], ['tsc', '-p', 'apps/console']],
  lint: [['oxlint', '--deny-warnings']],
  format: [['oxfmt', '--check']],
  'dead-code': [['knip']],
};
const UNITS: readonly Command[] = [['npm', 'test', '--silent', '--', 'units']];

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in STATIC));
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of ${Object.keys(STATIC).join(', ')}`);
  process.exit(2);
}
const checks = (names.length > 0 ? names : Object.keys(STATIC)).flatMap(
  (name) => STATIC[name] ?? [],
);
const failed: string[] = [];
await Promise.all((names.length > 0 ? [checks] : [checks, UNITS]).map(runAll));
for (const command of failed) console.error(`failed: ${command}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runAll(commands: readonly Command[]): Promise<void> {
  for (const [command, ...args] of commands) {
    const child = spawn(command, args, { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) failed.push([command, ...args].join(' '));
  }
}
