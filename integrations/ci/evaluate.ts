/**
 * Runs `assay run` in a pipeline and leaves its reports in a folder: report.md, junit.xml, result.json and html.
 * Ends with 0 whatever came out, and notes the code, so that the comment is written before the job fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInputs } from './config.ts';
import { toArguments } from './to-arguments.ts';

const inputs = readInputs();
const { ASSAY_OUTPUT: folder, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary } = inputs;
await mkdir(folder, { recursive: true });
// Reports of an earlier run would pass for those of this one where this one writes none.
for (const name of ['report.md', 'junit.xml', 'result.json', 'html']) {
  await rm(join(folder, name), { recursive: true, force: true });
}
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
const child = spawn(process.execPath, [main, ...toArguments(inputs)], { stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
await writeFile(join(folder, 'exit-code'), `${code ?? 1}\n`);
if (output !== undefined) await appendFile(output, `code=${code ?? 1}\n`);
if (summary !== undefined) {
  const report = await readFile(join(folder, 'report.md'), 'utf8').catch(() => '');
  await appendFile(summary, report);
}
