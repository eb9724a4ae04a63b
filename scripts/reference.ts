/** Writes what docs/reference has of the command and of the variables, from the command itself and from .env.example. */
import { writeFile } from 'node:fs/promises';
import { cliDocuments } from './cli-documents.ts';
import { configDocument } from './config-document.ts';
import { limitsDocument } from './limits-document.ts';

for (const { file, text } of [
  ...(await cliDocuments()),
  await configDocument(),
  limitsDocument(),
]) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
