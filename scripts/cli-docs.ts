/** Writes docs/reference/cli.md and the schema of the configuration file, from the command itself. */
import { writeFile } from 'node:fs/promises';
import { cliDocuments } from './cli-documents.ts';

for (const { file, text } of await cliDocuments()) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
