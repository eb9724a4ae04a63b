/** Generates the pages of docs/reference about the command line, configuration, limits and reply shapes from the code. */
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
