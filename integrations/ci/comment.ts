/**
 * Writes the report of evaluate.ts as a comment on the change, and updates it in place later. Failing to comment (the
 * token of a fork is read-only) is logged and does not fail the job.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readInputs } from './config.ts';
import { findHost } from './find-host.ts';
import { upsertComment } from './upsert-comment.ts';

/** Maximum length of a comment on a code host. */
const MAX_LENGTH = 65_000;

const inputs = readInputs();
const host = await findHost(inputs);
if (typeof host === 'string') say(`No comment: ${host}.`);
else await comment(host);

async function comment(to: Exclude<typeof host, string>): Promise<void> {
  try {
    const done = await upsertComment(to, inputs.FAIRTRIAL_COMMENT, await readReport());
    say(`The comment was ${done}.`);
  } catch (error) {
    say(`No comment: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function readReport(): Promise<string> {
  const { FAIRTRIAL_OUTPUT: folder } = inputs;
  const report = await readFile(join(folder, 'report.md'), 'utf8').catch(() => '');
  if (report === '') {
    const code = await readFile(join(folder, 'exit-code'), 'utf8').catch(() => '?');
    return `## Evaluation\n\nThere is no result (\`fairtrial\` ended with ${code.trim()}); the log of the job says why.\n`;
  }
  if (report.length <= MAX_LENGTH) return report;
  return '## Evaluation\n\nThe report is too long for a comment; it is among the files of the job.\n';
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
