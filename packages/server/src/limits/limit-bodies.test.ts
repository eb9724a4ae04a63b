import { INPUT_LIMITS, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer, READ } from '../testing/example-server.ts';
import { releaseBody } from './limit-bodies.ts';

const LIMITS = { inAll: 500, perCaller: 300 };

describe('the memory limit on bodies', () => {
  let server: Server;
  let url: string;
  /** Bytes of bodies received by the server. */
  const taken = { bytes: 0 };
  /** The requests to /work, which wait until the test ends them. */
  const work: { readonly end: () => void; readonly release: () => void }[] = [];

  before(async () => {
    server = await exampleServer(['alpha;name=a', 'beta;name=b'], {}, { bodyLimits: LIMITS });
    server.addHook('preParsing', async (_request, _reply, payload) => {
      payload.on('data', (chunk: Buffer) => {
        taken.bytes += chunk.length;
      });
      return payload;
    });
    server.post('/work', READ, async (request) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      work.push({ end: () => resolve('done'), release: () => releaseBody(request) });
      return promise;
    });
    server.get('/whole', READ, (_, reply) => reply.send('x'.repeat(20_000_000)));
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  /** Starts a request with a body of unannounced length. */
  function begin(key: string, body: string, path = '/items/7'): ClientRequest {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = ask(url + path, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write(body);
    return sent;
  }

  /** Starts a body and waits until the server has received the sent part. */
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

  it('refuses bodies beyond the share of the caller and of all callers, until others have ended', async () => {
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

  it('stops counting a body when its caller hangs up', async () => {
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

  /** Sends a whole body to /work and waits until its handler has started. */
  async function beginWork(key: string): Promise<ClientRequest> {
    const begun = work.length;
    const sent = begin(key, PADDING, '/work');
    sent.end('{}');
    while (work.length === begun) await new Promise((resolve) => setImmediate(resolve));
    return sent;
  }

  it('counts a body until its handler has ended or released it', async () => {
    const first = await beginWork('alpha');
    assert.equal((await answerOf(begin('alpha', PADDING, '/work'))).status, 429);
    work.at(-1)?.release();
    const second = await beginWork('alpha');
    assert.equal((await answerOf(begin('alpha', PADDING, '/work'))).status, 429);
    work.at(-1)?.end();
    assert.equal((await answerOf(second)).status, 200);
    const third = await beginWork('alpha');
    for (const { end } of work) end();
    assert.equal((await answerOf(first)).status, 200);
    assert.equal((await answerOf(third)).status, 200);
  });

  it('counts an answer until it is sent, and sends a single one of any size', async () => {
    const read = async (): Promise<number> => {
      const response = await fetch(`${url}/whole`, { headers: { 'x-api-key': 'alpha' } });
      await response.text();
      return response.status;
    };
    const closed = once(server.server, 'request').then(([, response]) => once(response, 'close'));
    const reader = connect(Number(new URL(url).port), '127.0.0.1');
    reader.write('GET /whole HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: alpha\r\n\r\n');
    await once(reader, 'data');
    reader.pause();
    assert.equal(await read(), 429);
    reader.destroy();
    await closed;
    assert.equal(await read(), 200);
  });

  it('does not crash the process if a refused body that nothing reads breaks off', async () => {
    const head = 'POST /items/7 HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: alpha\r\n';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // Without a content type no parser reads the body; its first chunk has an invalid length.
    socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    await text(socket);
    const next = begin('alpha', PADDING);
    next.end('{"name": "x", "size": 1}');
    assert.equal((await answerOf(next)).status, 200);
  });
});

it('a refused body is read to its end, so that its connection can be reused', async () => {
  const server = await exampleServer();
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const ended = new Promise((resolve) => {
    server.server.once('request', (incoming) => incoming.once('end', resolve));
  });
  const response = await fetch(`${url}/items/7`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(INPUT_LIMITS.small_body_bytes + 1),
  });
  assert.equal(response.status, 413);
  await response.text();
  await ended;
  await server.close();
});
