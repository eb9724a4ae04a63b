import { createClient } from '@fairtrial/client';
import { Target, type TestBatch } from '@fairtrial/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';
import { toOtlp } from '../traces/otlp.ts';

interface Route {
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
}

interface Document {
  readonly paths: Record<string, { readonly get?: Route }>;
  readonly components: { readonly schemas: Record<string, object> };
}

function scenario(id: string, reference: string): TestBatch {
  const interaction = { user_message: `about ${id}`, reference_reply: reference };
  return { id, interactions: [interaction] } as TestBatch;
}

describe('answers of the evaluation service', () => {
  let echo: Stub;
  let evals: Service;
  let document: Document;
  /** The values of the parameters that routes require. */
  let values: Record<string, string>;

  before(async () => {
    echo = await startEchoEndpoint();
    evals = await startService('evals', {});
    document = (await (await fetch(`${evals.url}/openapi.json`)).json()) as Document;
    const client = createClient({ baseUrl: evals.url });
    const scenarios = [scenario('card', 'about card'), scenario('refund', 'about refund')];
    await client.request('PUT /datasets/:name', { name: 'support', body: { scenarios } });
    const baseline = await play('support');
    const changed = [scenario('card', 'about card'), scenario('refund', 'Of course.')];
    await client.request('PUT /datasets/:name', {
      name: 'support',
      body: { scenarios: changed },
      headers: { 'if-match': `"1"` },
    });
    const candidate = await play('support');
    await client.request('PUT /targets/:name', {
      name: 'own',
      body: Target.parse({ body: { question: '{{user_message}}' } }),
    });
    await sendConversation();
    values = {
      run_id: candidate,
      baseline,
      candidate,
      test_name: 'support',
      scenario: '0',
      attempt: '0',
      turn: '0',
      name: 'support',
      from: '1',
      to: '2',
    };
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  async function play(dataset: string): Promise<string> {
    const fields = { test_batch: undefined, test_name: undefined, endpoint: `${echo.url}/v1` };
    const { run_id } = await evaluate(evals, { ...fields, dataset });
    return run_id;
  }

  async function sendConversation(): Promise<void> {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'c1',
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: 'Hello' }] },
      ]),
    };
    const response = await fetch(`${evals.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp([{ attributes }])),
    });
    assert.equal(response.status, 200);
  }

  /** Leaves out streams, files, and routes that another service answers. */
  function jsonRoutes(): readonly (readonly [string, Route])[] {
    return Object.entries(document.paths).flatMap(([path, { get }]) => {
      const types = Object.keys(get?.responses['200']?.content ?? {});
      const isJson = types.join() === 'application/json' && !path.startsWith('/agent/');
      return get !== undefined && isJson ? [[path, get] as const] : [];
    });
  }

  function fill(path: string, { parameters = [] }: Route): string {
    const id = path.startsWith('/conversations') ? 'c1' : 'refund';
    const all: Record<string, string> = { ...values, id };
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
    const query = parameters
      .filter(({ name, required }) => required === true && !path.includes(`{${name}}`))
      .map(({ name }) => `${name}=${all[name] ?? ''}`);
    return query.length === 0 ? url : `${url}?${query.join('&')}`;
  }

  /** Fields that a schema does not describe are refused unless it allows any. */
  function compile(route: Route): ValidateFunction {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const content = route.responses['200']?.content?.['application/json'] as { schema: object };
    return ajv.compile({ ...content.schema, components: document.components });
  }

  it('have the fields that the OpenAPI document describes, and no others', async () => {
    const routes = jsonRoutes();
    assert.ok(routes.length > 20, `${routes.length} routes`);
    const faults: unknown[] = [];
    for (const [path, route] of routes) {
      const url = fill(path, route);
      const response = await fetch(evals.url + url);
      const body = await response.json();
      if (response.status !== 200) faults.push([url, response.status, body]);
      const validate = compile(route);
      if (response.status === 200 && !validate(body))
        faults.push([url, validate.errors?.slice(0, 3)]);
    }
    assert.deepEqual(faults, []);
  });
});
