/**
 * Runs `fairtrial run` in a pipeline and writes its reports to a folder: report.md, junit.xml, result.json and html. Always
 * exits with 0 and stores the exit code of `fairtrial`, so that the comment is written before the job fails.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInputs } from './config.ts';
import { toArguments } from './to-arguments.ts';

const inputs = readInputs();
const { FAIRTRIAL_OUTPUT: folder, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary } = inputs;
await refuseLinks(folder);
await mkdir(folder, { recursive: true });
// If this run wrote no reports, those of an earlier run would be mistaken for its own; links could point elsewhere.
for (const name of ['report.md', 'junit.xml', 'result.json', 'html', 'exit-code']) {
  await rm(join(folder, name), { recursive: true, force: true });
}
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
// GitHub executes commands in the output (::set-output …), which includes test names and errors of endpoints.
const resume = randomUUID();
if (inputs.GITHUB_ACTIONS !== undefined) process.stdout.write(`::stop-commands::${resume}\n`);
const child = spawn(process.execPath, [main, ...toArguments(inputs)], { stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
if (inputs.GITHUB_ACTIONS !== undefined) process.stdout.write(`::${resume}::\n`);
await writeFile(join(folder, 'exit-code'), `${code ?? 1}\n`);
if (output !== undefined) await appendFile(output, `code=${code ?? 1}\n`);
if (summary !== undefined) {
  const report = await readFile(join(folder, 'report.md'), 'utf8').catch(() => '');
  await appendFile(summary, report);
}

/** The checkout may contain a link of that name, through which files elsewhere would be deleted and overwritten. */
async function refuseLinks(path: string): Promise<void> {
  const checkout = `${process.cwd()}${sep}`;
  for (let part = resolve(path); part.startsWith(checkout); part = dirname(part)) {
    const found = await lstat(part).catch(() => undefined);
    if (found?.isSymbolicLink() === true)
      throw new Error(`${part} is a symbolic link: no report is written there`);
  }
}
