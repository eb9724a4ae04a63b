/** Writes what docs/reference has of the command, the variables, the limits and the reply shapes, from what the code uses. */
import { writeFile } from 'node:fs/promises';
import { cliDocuments } from './cli-documents.ts';
import { configDocument } from './config-document.ts';
import { limitsDocument } from './limits-document.ts';
import { repliesDocument } from './replies-document.ts';

for (const { file, text } of [
  ...(await cliDocuments()),
  await configDocument(),
  limitsDocument(),
  repliesDocument(),
]) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
