import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, type Client } from './create-client.ts';

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A client whose requests are answered with `answer`, and the requests that it has sent. */
function recording(answer: () => Response = () => Response.json({})): {
  readonly client: Client;
  readonly sent: readonly Sent[];
} {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'http://evals.test/',
    agentUrl: 'http://agent.test',
    async fetch(url, { method, headers, body } = {}) {
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      });
      return answer();
    },
  });
  return { client, sent };
}

describe('the client', () => {
  it('sends no request for a parameter that would be read as another path', async () => {
    const { client, sent } = recording();
    for (const id of ['', '.', '..', '\ud800']) {
      const one = client.request('GET /datasets/:name/scenarios/:id', { name: 'cards', id });
      await assert.rejects(one, id === '\ud800' ? URIError : /id cannot be '\.{0,2}' in a path/);
    }
    assert.deepEqual(sent, []);
  });

  it('makes the method and the path of a request from its name', async () => {
    const { client, sent } = recording();
    const position = { scenario: 0, attempt: 1, turn: 2 };
    const name = 'GET /runs/:run_id/turns/:scenario/:attempt/:turn';
    await client.request(name, { run_id: 'r', ...position });
    await client.request('GET /conversations/:id', { id: 'a/b?c' });
    await client.agent.request('GET /v1/models');
    assert.deepEqual(
      sent.map(({ method, url }) => `${method} ${url}`),
      [
        'GET http://evals.test/runs/r/turns/0/1/2',
        'GET http://evals.test/conversations/a%2Fb%3Fc',
        'GET http://agent.test/v1/models',
      ],
    );
  });

  it('sends numbers and booleans of a query as text, and leaves out absent values', async () => {
    const { client, sent } = recording();
    await client.request('GET /runs', { query: { limit: 5, pinned: false, tag: undefined } });
    assert.equal(sent[0]?.url, 'http://evals.test/runs?limit=5&pinned=false');
  });

  it('sends a body as JSON, and headers in any script', async () => {
    const { client, sent } = recording();
    const headers = { 'x-model-id': 'modèle', 'x-model-fallback': undefined };
    const body = { messages: [{ type: 'human' as const, content: 'Hi' }] };
    await client.agent.request('POST /', { body, headers });
    assert.deepEqual(sent[0]?.body, body);
    assert.equal(Buffer.from(sent[0]?.headers['x-model-id'] ?? '', 'latin1').toString(), 'modèle');
    assert.ok(!('x-model-fallback' in (sent[0]?.headers ?? {})));
  });

  it('takes a request without its body only if the route does', async () => {
    const { client, sent } = recording();
    const run = { run_id: 'r' };
    // @ts-expect-error -- a body is required, though it has no required fields
    await client.request('POST /runs/:run_id/gate', run);
    // @ts-expect-error -- likewise
    await client.request('POST /runs/:run_id/rescore', run);
    // @ts-expect-error -- traces
    await client.request('POST /v1/traces');
    await client.request('POST /runs/:run_id/gate', { ...run, body: {} });
    await client.request('POST /runs/:run_id/retry', run);
    assert.deepEqual(
      sent.map(({ body }) => body),
      [undefined, undefined, undefined, {}, undefined],
    );
  });

  it('answers with undefined if the response has no body', async () => {
    const { client } = recording(() => new Response(null, { status: 204 }));
    assert.equal(await client.request('DELETE /targets/:name', { name: 'own' }), undefined);
  });

  it('hands over the response of a file unread', async () => {
    const { client } = recording(() => new Response('a,b'));
    const options = { run_id: 'r', query: { format: 'csv' as const } };
    const file = await client.fetch('GET /runs/:run_id/export', options);
    assert.equal(await file.text(), 'a,b');
  });

  it('starts a run in the background, with a new key unless the caller has one', async () => {
    const { client, sent } = recording();
    const body = {
      test_batch: { interactions: [{ user_message: 'Hi' }] },
      endpoint: 'http://own.test',
      model_id: 'm',
    };
    await client.start(body);
    await client.start(body);
    await client.evaluate(body, { idempotencyKey: 'mine' });
    const [first, second, third] = sent.map(({ headers }) => headers);
    assert.equal(first?.['prefer'], 'respond-async');
    assert.match(first?.['idempotency-key'] ?? '', /^[0-9a-f]{32}$/);
    assert.notEqual(first?.['idempotency-key'], second?.['idempotency-key']);
    assert.deepEqual([third?.['prefer'], third?.['idempotency-key']], [undefined, 'mine']);
  });
});
