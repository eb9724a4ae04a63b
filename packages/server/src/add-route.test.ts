import { AppError, ROUTES } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addRoute, readIdempotencyKey } from './add-route.ts';
import type { Server } from './server.ts';
import { exampleServer } from './testing/example-server.ts';

describe('a route of the table', () => {
  const { bodyTypes, bodyBytes } = ROUTES['POST /v1/traces'];
  let server: Server;

  before(async () => {
    server = await exampleServer(['reader;scope=read', 'editor;scope=edit', 'app;scope=ingest']);
    addRoute(server, 'GET /runs/:run_id/label-sample', ({ params, query }) => {
      throw new Error(JSON.stringify({ params, query }));
    });
    addRoute(server, 'GET /datasets', ({ query: { limit } }) => ({
      datasets: [],
      next_cursor: String(limit),
    }));
    addRoute(server, 'GET /conversations/:id', ({ params }, reply) => reply.send(params));
    addRoute(server, 'DELETE /datasets/:name', () => undefined);
    await server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser([...bodyTypes], { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      addRoute(scope, 'POST /v1/traces', async ({ body }) => ({ bytes: body.byteLength }));
    });
  });
  after(() => server.close());

  const get = (url: string, key = 'reader') =>
    server.inject({ url, headers: { 'x-api-key': key } });

  it('gives its handler valid values with their defaults', async () => {
    assert.equal((await get('/datasets')).json().next_cursor, '50');
    assert.equal((await get('/datasets?limit=7')).json().next_cursor, '7');
    const refused = await get('/datasets?limit=0');
    assert.equal(refused.statusCode, 422);
    assert.deepEqual(refused.json().errors, [{ pointer: '/limit', detail: 'must be at least 1' }]);
  });

  it('needs the scope of the table', async () => {
    assert.equal((await get('/datasets', 'editor')).statusCode, 403);
    assert.equal((await get('/datasets', '')).statusCode, 401);
  });

  it('takes a parameter with slashes if the table says so', async () => {
    for (const path of ['a/b', 'a%2Fb']) {
      assert.deepEqual((await get(`/conversations/${path}`)).json(), { id: 'a/b' });
    }
  });

  it('answers with the only status of the table', async () => {
    const headers = { 'x-api-key': 'editor' };
    const { statusCode, body } = await server.inject({
      method: 'DELETE',
      url: '/datasets/a',
      headers,
    });
    assert.deepEqual([statusCode, body], [204, '']);
  });

  it('gets a body that is not always JSON as bytes, up to the limit of the table', async () => {
    for (const type of bodyTypes) {
      const post = (bytes: number) =>
        server.inject({
          method: 'POST',
          url: '/v1/traces',
          headers: { 'x-api-key': 'app', 'content-type': type },
          payload: Buffer.alloc(bytes),
        });
      assert.deepEqual((await post(bodyBytes)).json(), { bytes: bodyBytes });
      assert.equal((await post(bodyBytes + 1)).statusCode, 413);
    }
  });

  it('must be in the table if it needs a key', async () => {
    const fresh = await exampleServer();
    assert.throws(
      () => fresh.get('/own', { config: { scope: 'read' } }, () => 'own'),
      /GET \/own is not in the table of routes/,
    );
    assert.throws(() => fresh.get('/own', () => 'own'), /GET \/own has no scope/);
    await fresh.close();
  });
});

const read = (key: string | undefined): string | undefined =>
  readIdempotencyKey({ headers: { 'idempotency-key': key } });

describe('readIdempotencyKey', () => {
  it('returns the key, or undefined without the header', () => {
    assert.equal(read(undefined), undefined);
    assert.equal(read('a key'), 'a key');
    assert.equal(read('k'.repeat(255)), 'k'.repeat(255));
  });

  it('throws bad_request if the key is empty, too long or not printable ASCII', () => {
    for (const key of ['', 'k'.repeat(256), 'a\tb', 'schl\u00FCssel']) {
      assert.throws(
        () => read(key),
        (error) => error instanceof AppError && error.code === 'bad_request',
        JSON.stringify(key),
      );
    }
  });
});
