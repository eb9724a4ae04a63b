import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer, READ } from '../testing/example-server.ts';

const TURN = { 'x-fairtrial-conversation': '0199/0/0' };

describe('a request marked as a turn of a run', () => {
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

  it('gets 404 from an unknown path, so that the run can try another address', async () => {
    const response = await server.inject({ method: 'POST', url: '/nowhere', headers: TURN });
    assert.equal(response.statusCode, 404);
  });

  it('is refused even if the header is empty', async () => {
    const headers = { 'x-fairtrial-conversation': '' };
    assert.equal((await server.inject({ url: '/hello', headers })).statusCode, 400);
  });

  it('is answered by a route that declares that it answers as a model', async () => {
    const response = await server.inject({ method: 'POST', url: '/chat', headers: TURN });
    assert.equal(response.body, 'hello');
  });

  it('is recognised by its header: other requests are answered', async () => {
    assert.equal((await server.inject('/hello')).statusCode, 200);
  });
});
