import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { exampleServer, READ } from '../testing/example-server.ts';
import type { Reply, Request, Server } from '../server.ts';

const KEYS = ['alpha;name=a', 'beta;name=b'];

/** Adds a route that answers when the test releases it. */
function addHeld(server: Server): { release(): void; begun(): number } {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  server.get('/held', READ, async () => {
    begun += 1;
    await gate.promise;
    return 'held';
  });
  return { release: gate.resolve, begun: () => begun };
}

/** Sends three requests with the key alpha, waits until they are in progress and hangs up. */
async function sendAndHangUp(server: Server, url: string, atWork: () => boolean): Promise<void> {
  const { port, pathname } = new URL(url);
  const gone: Promise<unknown>[] = [];
  server.server.on('request', (_, response: ServerResponse) => {
    gone.push(once(response, 'close'));
  });
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of sockets) {
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: alpha\r\n\r\n`);
  }
  while (!atWork()) await new Promise((resolve) => setImmediate(resolve));
  for (const socket of sockets) socket.destroy();
  await Promise.all(gone);
}

async function untilOk(url: string, headers: Record<string, string>): Promise<void> {
  while ((await fetch(url, { headers })).status !== 200);
}

async function get(
  server: Server,
  url: string,
  key?: string,
): Promise<{ status: number; headers: Record<string, unknown>; code: string }> {
  const headers = key === undefined ? {} : { 'x-api-key': key };
  const { statusCode: status, headers: sent, body } = await server.inject({ url, headers });
  const code = status === 200 ? '' : Problem.parse(JSON.parse(body)).code;
  return { status, headers: sent, code };
}

describe('the rate limit', () => {
  it('counts per key, and reports the remaining requests and when to retry', async () => {
    const server = await exampleServer(KEYS, { requestsPerMinute: 2 });
    const first = await get(server, '/hello', 'alpha');
    assert.equal(first.headers['ratelimit-policy'], '"requests";q=2;w=60');
    assert.equal(first.headers['ratelimit'], '"requests";r=1;t=60');
    await get(server, '/hello', 'alpha');
    const third = await get(server, '/hello', 'alpha');
    assert.deepEqual([third.status, third.code], [429, 'rate_limited']);
    assert.match(String(third.headers['retry-after']), /^\d+$/);
    assert.equal((await get(server, '/hello', 'beta')).status, 200);
    assert.equal((await get(server, '/livez')).status, 200);
    await server.close();
  });

  it('also counts requests refused for a missing scope', async () => {
    const server = await exampleServer(['alpha;scope=chat'], { requestsPerMinute: 2 });
    const codes = [];
    for (let n = 0; n < 3; n += 1) codes.push((await get(server, '/hello', 'alpha')).code);
    assert.deepEqual(codes, ['forbidden', 'forbidden', 'rate_limited']);
    await server.close();
  });

  it('is off without keys', async () => {
    const server = await exampleServer([], { requestsPerMinute: 1 });
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await get(server, '/hello');
      assert.deepEqual([status, headers['ratelimit']], [200, undefined]);
    }
    await server.close();
  });

  it('allows exactly the configured number of concurrent requests per key: 10 of 200 sent in parallel', async () => {
    const server = await exampleServer(KEYS, {
      requestsPerMinute: 1000,
      requestsAtOnce: 10,
      requestsInAll: 1000,
    });
    const held = addHeld(server);
    let refused = 0;
    const allRefused = Promise.withResolvers<void>();
    const sent = Array.from({ length: 200 }, async () => {
      const one = await get(server, '/held', 'alpha');
      if (one.code === 'rate_limited') refused += 1;
      if (refused === 190) allRefused.resolve();
      return one;
    });
    await allRefused.promise;
    assert.equal((await get(server, '/hello', 'beta')).status, 200);
    held.release();
    const all = await Promise.all(sent);
    assert.equal(all.filter(({ status }) => status === 200).length, 10);
    assert.equal((await get(server, '/hello', 'alpha')).status, 200);
    await server.close();
  });
});

describe('a request whose caller hangs up', () => {
  it('counts for its key and for the service until its handler has ended', async () => {
    for (const limits of [{ requestsAtOnce: 3 }, { requestsInAll: 3 }]) {
      const server = await exampleServer(KEYS, { requestsPerMinute: 10_000, ...limits });
      const held = addHeld(server);
      const url = await server.listen({ host: '127.0.0.1', port: 0 });
      await sendAndHangUp(server, `${url}/held`, () => held.begun() === 3);
      const headers = { 'x-api-key': 'alpha' };
      const refused = await fetch(`${url}/hello`, { headers });
      assert.ok([429, 503].includes(refused.status), `${refused.status}`);
      held.release();
      await untilOk(`${url}/hello`, headers);
      await server.close();
    }
  });

  it('does not start its handler if that has not started yet, because nothing would count it', async () => {
    const server = await exampleServer(KEYS, { requestsAtOnce: 3 });
    let waiting = 0;
    let begun = 0;
    const preHandler = async (_: Request, reply: Reply): Promise<void> => {
      waiting += 1;
      await once(reply.raw, 'close');
    };
    server.get('/queued', { ...READ, preHandler }, () => {
      begun += 1;
      return 'done';
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    await sendAndHangUp(server, `${url}/queued`, () => waiting === 3);
    assert.equal((await fetch(`${url}/hello`, { headers: { 'x-api-key': 'alpha' } })).status, 200);
    assert.equal(begun, 0);
    await server.close();
  });

  it('counts until its stream has released its source', async () => {
    const server = await exampleServer(KEYS, { requestsPerMinute: 10_000, requestsAtOnce: 3 });
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    async function* pieces(): AsyncGenerator<string> {
      yield 'first';
      begun += 1;
      await gate.promise; // a database that is still working
      yield 'second';
    }
    server.get('/stream', READ, (_, reply) => reply.send(Readable.from(pieces())));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    await sendAndHangUp(server, `${url}/stream`, () => begun === 3);
    const headers = { 'x-api-key': 'alpha' };
    assert.equal((await fetch(`${url}/hello`, { headers })).status, 429);
    gate.resolve();
    await untilOk(`${url}/hello`, headers);
    await server.close();
  });
});

describe('a server at capacity', () => {
  it('is not filled by callers without a key, even by one that never reads its answers', async () => {
    const server = await exampleServer(KEYS, { requestsInAll: 5 });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    await once(socket, 'connect');
    const refusals = Promise.withResolvers<void>();
    let seen = 0;
    server.server.on('request', () => {
      seen += 1;
      if (seen === 500) refusals.resolve();
    });
    socket.write('GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
    await refusals.promise;
    const response = await fetch(`${url}/hello`, { headers: { 'x-api-key': 'alpha' } });
    assert.equal(response.status, 200, await response.text());
    socket.destroy();
    await server.close();
  });

  it('refuses one request too many with 503 and Retry-After, but answers health checks and metrics', async () => {
    const server = await exampleServer([], { requestsInAll: 2 });
    const held = addHeld(server);
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const sent = [fetch(`${url}/held`), fetch(`${url}/held`)];
    while (held.begun() < 2) await new Promise((resolve) => setImmediate(resolve));
    const third = await fetch(`${url}/held?x=1`, { method: 'POST', body: '{}' });
    const problem = Problem.parse(await third.json());
    assert.deepEqual([third.status, problem.code], [503, 'overloaded']);
    assert.equal(problem.instance, '/held?x=1');
    assert.equal(third.headers.get('retry-after'), '1');
    assert.equal(third.headers.get('x-request-id'), problem.request_id);
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const response = await fetch(url + path);
      const text = await response.text();
      assert.equal(response.status, 200, path);
      if (path === '/metrics') assert.match(text, /^http_server_refused_requests_total 1$/m);
    }
    held.release();
    for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
    assert.equal((await fetch(`${url}/hello`)).status, 200);
    await server.close();
  });

  it('accepts a burst as large as its limit on concurrent requests', async () => {
    const server = await exampleServer([], { requestsInAll: 1000 });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const sent = Array.from({ length: 1000 }, async () => (await fetch(`${url}/hello`)).status);
    assert.deepEqual([...new Set(await Promise.all(sent))], [200]);
    await server.close();
  });

  it('refuses new and queued requests while its event loop is late, until those in progress have ended', async () => {
    const server = await exampleServer([], { requestsInAll: 1000 });
    const held = addHeld(server);
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const sent = Array.from({ length: 150 }, () => fetch(`${url}/held`));
    while (held.begun() < 150) await new Promise((resolve) => setImmediate(resolve));
    const late = setInterval(() => {
      const end = performance.now() + 100;
      while (performance.now() < end);
    }, 1);
    while ((await fetch(`${url}/hello`)).status === 200);
    const inLine = await get(server, '/hello'); // injected, so that it skips the check before Fastify
    assert.deepEqual([inLine.status, inLine.code], [503, 'overloaded']);
    assert.equal(inLine.headers['retry-after'], '1');
    clearInterval(late);
    held.release();
    for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
    await untilOk(`${url}/hello`, {});
    await server.close();
  });
});
