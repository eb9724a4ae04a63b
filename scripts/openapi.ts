/** Writes docs/openapi: the API of both services, generated from their routes. */
import { writeFile } from 'node:fs/promises';
import { openapiDocuments } from './openapi-documents.ts';

for (const { file, text } of await openapiDocuments()) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
