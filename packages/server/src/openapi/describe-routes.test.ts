import { EVALUATION_API } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRoutes } from './describe-routes.ts';

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>
  >;
}

test('a body is described under each content type that its route accepts', () => {
  const { paths } = describeRoutes(EVALUATION_API) as Document;
  const schema = { description: 'ExportTraceServiceRequest of OTLP' };
  assert.deepEqual(paths['/v1/traces']?.['post']?.requestBody, {
    required: true,
    content: { 'application/json': { schema }, 'application/x-protobuf': { schema } },
  });
});
