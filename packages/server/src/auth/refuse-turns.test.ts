import { Problem } from '@assay/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer, READ } from '../testing/example-server.ts';

const TURN = { 'x-assay-conversation': '0199/0/0' };

describe('a request that is a turn of a run', () => {
  let server: Server;

  before(async () => {
    server = await exampleServer();
    server.post('/chat', { config: { ...READ.config, answersTurns: true } }, () => 'hello');
  });
  after(() => server.close());

  it('is refused by every route that does not answer as a model', async () => {
    for (const [method, url] of [
      ['POST', '/items/1'],
      ['GET', '/hello'],
      ['GET', '/livez'],
      ['GET', '/openapi.json'],
    ] as const) {
      const response = await server.inject({ method, url, headers: TURN });
      assert.equal(response.statusCode, 400, url);
      assert.equal(Problem.parse(response.json()).code, 'run_in_run', url);
    }
  });

  it('finds nothing where there is no route, so that a run can try another address', async () => {
    const response = await server.inject({ method: 'POST', url: '/nowhere', headers: TURN });
    assert.equal(response.statusCode, 404);
  });

  it('is refused with an empty header as well', async () => {
    const headers = { 'x-assay-conversation': '' };
    assert.equal((await server.inject({ url: '/hello', headers })).statusCode, 400);
  });

  it('is answered by a route that says that it answers as a model', async () => {
    const response = await server.inject({ method: 'POST', url: '/chat', headers: TURN });
    assert.equal(response.body, 'hello');
  });

  it('is told apart by its header: other requests are answered', async () => {
    assert.equal((await server.inject('/hello')).statusCode, 200);
  });
});
