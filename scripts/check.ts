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
/** The output of each command that failed. */
const failed = new Map<string, string>();
await Promise.all((names.length > 0 ? [checks] : [checks, UNITS]).map(runAll));
// Repeated at the end, because the names of the tests are thousands of lines.
for (const [command, output] of failed) {
  const faults = output.slice(Math.max(0, output.indexOf('✖ failing tests:')));
  console.error(`\nfailed: ${command}\n${faults.trimEnd()}`);
}
process.exitCode = failed.size === 0 ? 0 : 1;

async function runAll(commands: readonly Command[]): Promise<void> {
  for (const [command, ...args] of commands) {
    const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'] });
    let output = '';
    for (const [stream, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        to.write(text);
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) failed.set([command, ...args].join(' '), output);
  }
}
