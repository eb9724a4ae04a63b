import { AGENT_API, EVALUATION_API, type Api } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRoutes } from './describe-routes.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

function describePost(api: Api, path: string): Operation | undefined {
  const { paths } = describeRoutes(api) as {
    readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  };
  return paths[path]?.post;
}

test('a body is described under each content type that its route accepts', () => {
  const schema = { description: 'ExportTraceServiceRequest of OTLP' };
  assert.deepEqual(describePost(EVALUATION_API, '/v1/traces')?.requestBody, {
    required: true,
    content: { 'application/json': { schema }, 'application/x-protobuf': { schema } },
  });
});

test('an Idempotency-Key is described with the limits of both services', () => {
  for (const [api, path] of [
    [EVALUATION_API, '/evaluate'],
    [AGENT_API, '/'],
  ] as const) {
    const { parameters = [] } = describePost(api, path) ?? {};
    const key = parameters.find(({ name }) => name === 'idempotency-key');
    const schema = { type: 'string', maxLength: 255, pattern: String.raw`^[\x20-\x7E]{1,255}$` };
    assert.deepEqual(key?.schema, schema);
  }
});

test('an answer has the description of its schema', () => {
  const { responses } = describePost(AGENT_API, '/') ?? {};
  assert.equal(responses?.['200']?.description, 'The last message of the conversation');
});
