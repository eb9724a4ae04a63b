/** Writes the documents that the code generates: the OpenAPI of both services, and pages of docs/reference. */
import { writeFile } from 'node:fs/promises';
import { cliDocuments } from './cli-documents.ts';
import { configDocument } from './config-document.ts';
import { limitsDocument } from './limits-document.ts';
import { openapiDocuments } from './openapi-documents.ts';
import { repliesDocument } from './replies-document.ts';
import { routesDocument } from './routes-document.ts';

for (const { file, text } of [
  ...openapiDocuments(),
  ...(await cliDocuments()),
  await configDocument(),
  limitsDocument(),
  repliesDocument(),
  routesDocument(),
]) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
