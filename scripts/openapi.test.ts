import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openapiDocuments } from './openapi-documents.ts';

/** Yields the parts of a request schema that have no limit, except lists of fixed values. */
function* unbounded(schema: unknown, at: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) yield* unbounded(value, `${at}/${key}`);
  const { type } = schema as { type?: unknown };
  const bound = { string: 'maxLength', array: 'maxItems', object: 'maxProperties' }[String(type)];
  const isFixed = ['enum', 'const', 'format', 'pattern'].some((key) => key in schema);
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false;
  if (bound !== undefined && !(bound in schema) && !isFixed && !isClosed)
    yield `${at} has no ${bound}`;
}

test('every list, object and text of a request has a limit in the OpenAPI documents', async () => {
  for (const { text } of openapiDocuments()) {
    const { paths, components } = JSON.parse(text) as {
      paths: Record<
        string,
        Record<string, { requestBody?: unknown; parameters?: { schema: unknown }[] }>
      >;
      components: { schemas: Record<string, unknown> };
    };
    const faults = [
      ...Object.entries(components.schemas).flatMap(([name, schema]) =>
        name.endsWith('Input') ? [...unbounded(schema, name)] : [],
      ),
      ...Object.entries(paths).flatMap(([path, methods]) =>
        Object.values(methods).flatMap((operation) => [
          ...unbounded(operation.requestBody, path),
          ...(operation.parameters ?? []).flatMap(({ schema }) => [...unbounded(schema, path)]),
        ]),
      ),
    ];
    assert.deepEqual(faults, []);
  }
});

test('docs/openapi is what the routes say today', async () => {
  for (const { file, text } of openapiDocuments()) {
    const committed = await readFile(file, 'utf8');
    assert.ok(committed === text, `${file} is stale: run "npm run generate"`);
  }
});
