/**
 * `npm test -- attacks`: plays every class of tests/security/attacks against both services, or only the classes named as
 * arguments (by file name). The last line is one JSON object. Fails if an attack succeeds.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { AttackClass } from './runner/attack.ts';
import { playClass, type ClassReport } from './runner/play-class.ts';
import { describeClass, describeHead, summaryLine } from './runner/report.ts';
import { withEnvironment } from './runner/with-environment.ts';

const FOLDER = new URL('attacks/', import.meta.url);
/** Fewer attacks would mean that a part of the table was lost. */
const LEAST = 5000;

const FILES = readdirSync(FOLDER);

async function readClasses(wanted: readonly string[]): Promise<readonly AttackClass[]> {
  const files = FILES.filter(
    (file) => wanted.length === 0 || wanted.includes(basename(file, '.ts')),
  );
  return Promise.all(
    files.toSorted().map(async (file) => {
      const module = (await import(new URL(file, FOLDER).href)) as { attackClass: AttackClass };
      return module.attackClass;
    }),
  );
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !FILES.includes(`${name}.ts`));
if (unknown !== undefined) {
  process.stderr.write(`there is no class '${unknown}' in tests/security/attacks\n`);
  process.exit(2);
}
const reports: ClassReport[] = [];
await withEnvironment(async (environment, limits) => {
  process.stdout.write(`${describeHead()}\n`);
  for (const one of await readClasses(wanted)) {
    const report = await playClass(environment, one, limits);
    process.stdout.write(`${describeClass(report)}\n`);
    reports.push(report);
  }
});
const tried = reports.reduce((sum, report) => sum + report.tried, 0);
process.stdout.write(`${summaryLine(reports)}\n`);
const isWhole = wanted.length > 0 || tried >= LEAST;
if (!isWhole) process.stderr.write(`only ${tried} were tried, of at least ${LEAST}\n`);
process.exit(isWhole && reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
