import { Problem } from '@assay/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer } from '../testing/example-server.ts';

const LIMITS = { inAll: 500, perCaller: 300 };

describe('bodies that are being received', () => {
  let server: Server;
  let url: string;
  /** Bytes of bodies that were taken. */
  const taken = { bytes: 0 };

  before(async () => {
    server = await exampleServer(['alpha;name=a', 'beta;name=b'], {}, { uploadLimits: LIMITS });
    server.addHook('preParsing', async (_request, _reply, payload) => {
      payload.on('data', (chunk: Buffer) => {
        taken.bytes += chunk.length;
      });
      return payload;
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  /** Begins a body of no announced length. */
  function begin(key: string, body: string): ClientRequest {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = request(`${url}/items/7`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write(body);
    return sent;
  }

  /** Begins a body, and waits until what was sent of it is taken. */
  async function beginTaken(key: string, body: string): Promise<ClientRequest> {
    const target = taken.bytes + body.length;
    const sent = begin(key, body);
    const isTaken = (): boolean => taken.bytes >= target;
    while (!isTaken()) await new Promise((resolve) => setImmediate(resolve));
    return sent;
  }

  async function answerOf(sent: ClientRequest): Promise<{ status: number; body: string }> {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  const PADDING = ' '.repeat(250);

  it('are refused beyond the share of their caller and beyond that of all, until others have ended', async () => {
    const first = await beginTaken('alpha', PADDING);
    const second = await answerOf(begin('alpha', PADDING));
    assert.equal(second.status, 429);
    assert.equal(Problem.parse(JSON.parse(second.body)).code, 'rate_limited');
    const third = await answerOf(begin('beta', `${PADDING} `));
    assert.equal(third.status, 503);
    assert.equal(Problem.parse(JSON.parse(third.body)).code, 'overloaded');
    first.end('{"name": "x", "size": 1}');
    assert.equal((await answerOf(first)).status, 200);
    const fourth = begin('beta', PADDING);
    fourth.end('{"name": "x", "size": 1}');
    assert.equal((await answerOf(fourth)).status, 200);
  });

  it('count no longer when their caller has hung up', async () => {
    const closed: Promise<unknown>[] = [];
    server.server.on('request', (_, response) => closed.push(once(response, 'close')));
    const gone = [await beginTaken('alpha', PADDING), await beginTaken('beta', PADDING)];
    for (const sent of gone) sent.destroy();
    await Promise.all(closed);
    for (const key of ['alpha', 'beta']) {
      const next = begin(key, PADDING);
      next.end('{"name": "x", "size": 1}');
      assert.equal((await answerOf(next)).status, 200);
    }
  });
});
