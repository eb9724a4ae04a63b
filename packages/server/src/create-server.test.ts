import { AppError, INPUT_LIMITS, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { exampleServer, READ } from './testing/example-server.ts';
import type { Server } from './server.ts';

function post(body: string, type = 'application/json'): RequestInit {
  return { method: 'POST', body, headers: { 'content-type': type } };
}

describe('a server', () => {
  let server: Server;
  let url: string;

  before(async () => {
    server = await exampleServer();
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  async function fetchProblem(path: string, init?: RequestInit): Promise<Problem> {
    const response = await fetch(url + path, init);
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
    const problem = Problem.parse(await response.json());
    assert.equal(problem.status, response.status);
    assert.equal(problem.request_id, response.headers.get('x-request-id'));
    return problem;
  }

  it('answers an unknown path with a 404 problem', async () => {
    const problem = await fetchProblem('/nowhere?x=1');
    assert.equal(problem.code, 'not_found');
    assert.equal(problem.instance, '/nowhere?x=1');
  });

  it('answers a wrong method with a 405 problem that names the right ones', async () => {
    const response = await fetch(`${url}/items/7`, { method: 'PUT' });
    assert.equal(response.headers.get('allow'), 'POST');
    assert.equal(Problem.parse(await response.json()).code, 'method_not_allowed');
  });

  it('answers 404 before it reads the body', async () => {
    for (const body of [post('{x'), post(''), post('<x/>', 'text/xml')]) {
      assert.equal((await fetchProblem('/nowhere', body)).code, 'not_found');
      const wrong = await fetchProblem('/items/7', { ...body, method: 'PUT' });
      assert.equal(wrong.code, 'method_not_allowed');
    }
  });

  it('answers malformed and empty JSON with a 400 problem', async () => {
    for (const body of ['{"name":', '']) {
      assert.equal((await fetchProblem('/items/7', post(body))).code, 'malformed_json');
    }
  });

  it('drops a __proto__ key and keeps every other', async () => {
    const body = '{"name": "x", "size": 1, "__proto__": {"y": 2}, "constructor": {"prototype": 3}}';
    const response = await fetch(`${url}/items/7`, post(body));
    assert.deepEqual(await response.json(), { name: 'x', size: 1 });
  });

  it('answers a body that is nested too deep with a 400 problem', async () => {
    const problem = await fetchProblem('/items/7', post(`${'['.repeat(65)}${']'.repeat(65)}`));
    assert.equal(problem.code, 'too_deep');
  });

  it('ignores a trailing slash in the path', async () => {
    const response = await fetch(`${url}/items/7/`, post('{"name": "x", "size": 1}'));
    assert.equal(response.status, 200);
    await response.body?.cancel();
  });

  it('answers another content type with a 415 problem', async () => {
    const problem = await fetchProblem('/items/7', post('a=b', 'text/csv'));
    assert.equal(problem.code, 'unsupported_media_type');
  });

  it('answers an oversized body with a 413 problem', async () => {
    const problem = await fetchProblem(
      '/items/7',
      post(JSON.stringify('x'.repeat(INPUT_LIMITS.small_body_bytes))),
    );
    assert.equal(problem.code, 'body_too_large');
  });

  it('refuses a body with too many values, items, keys or characters before it is validated', async () => {
    const bodies: [string, string][] = [
      [`{"size": [${'1,'.repeat(INPUT_LIMITS.list_items)}1]}`, '/size'],
      [JSON.stringify({ ['k'.repeat(INPUT_LIMITS.key_chars + 1)]: 1 }), ''],
      [
        JSON.stringify({ a: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, n])) }),
        '/a',
      ],
      [`[${Array.from({ length: 25 }, () => `[${'1,'.repeat(8000)}1]`).join()}]`, ''],
    ];
    for (const [body, pointer] of bodies) {
      const problem = await fetchProblem('/large', post(body));
      assert.equal(problem.code, 'limit_exceeded');
      assert.deepEqual(
        problem.errors?.map((error) => error.pointer),
        [pointer],
      );
      const { detail } = problem;
      assert.match(detail, /at most [\d,]+ (items|characters|keys|values) in .* are allowed/);
    }
  });

  it('lists at most 20 errors, and stops at the first in a large body', async () => {
    const wrong = (length: number): string =>
      JSON.stringify({ name: 'x', size: Array.from({ length }, () => 'x') });
    const few = await fetchProblem('/large', post(wrong(100)));
    assert.equal(few.errors?.length, INPUT_LIMITS.errors_listed);
    const many = await fetchProblem('/large', post(wrong(INPUT_LIMITS.list_items)));
    assert.deepEqual(
      many.errors?.map((error) => error.pointer),
      ['/size/0'],
    );
  });

  it('answers invalid fields with a 422 problem that points at every one', async () => {
    const problem = await fetchProblem('/items/7', post('{"size": [1, "two"]}'));
    assert.equal(problem.code, 'invalid_request');
    assert.deepEqual(
      problem.errors?.map((error) => error.pointer),
      ['/name', '/size/1'],
    );
    assert.match(problem.detail, /\/name is required/);
  });

  it('answers an internal error with a 500 problem that reveals nothing about it', async () => {
    const problem = await fetchProblem('/fault');
    assert.equal(problem.code, 'internal');
    assert.doesNotMatch(JSON.stringify(problem), /hunter2/);
  });

  it('logs why it was unavailable, and does not tell the caller', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => lines.push(line) });
    const logged = await exampleServer([], {}, { logger });
    logged.get('/away', READ, () => {
      const cause = new Error('deadlock detected');
      throw new AppError('database_unavailable', 'try again', { cause });
    });
    const { body } = await logged.inject('/away');
    await logged.close();
    assert.doesNotMatch(body, /deadlock/);
    const { request_id } = Problem.parse(JSON.parse(body));
    const line = lines.find((one) => one.includes(request_id ?? '') && one.includes('refused'));
    assert.match(line ?? '', /"cause":"deadlock detected"/);
  });

  it('sends the headers of the thrown error', async () => {
    const response = await fetch(`${url}/refusal`);
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('retry-after'), '7');
    await response.body?.cancel();
  });

  it('answers a path that is not a valid URL with a 400 problem', async () => {
    assert.equal((await fetchProblem('/%zz')).code, 'bad_request');
  });

  it('answers bytes that are not HTTP on the raw socket', async () => {
    for (const [bytes, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes);
      const answer = await text(socket);
      assert.ok(answer.startsWith(`HTTP/1.1 ${status}`), answer);
      assert.equal(Problem.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).status, status);
    }
  });

  it('keeps a valid request id and replaces any other', async () => {
    for (const [given, kept] of [
      ['abc-123', true],
      ['a b<script>', false],
      ['x'.repeat(200), false],
    ] as const) {
      const response = await fetch(`${url}/livez`, { headers: { 'x-request-id': given } });
      await response.body?.cancel();
      assert.equal(response.headers.get('x-request-id') === given, kept);
    }
  });

  it('forbids browsers to run, frame or load anything because of an answer', async () => {
    const { headers } = await server.inject('/hello');
    assert.equal(headers['content-security-policy'], "default-src 'none';frame-ancestors 'none'");
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  it('does not start if a route declares no scope', async () => {
    const other = await exampleServer();
    assert.throws(() => other.get('/forgotten', () => ''), /GET \/forgotten has no scope/);
    await other.close();
  });

  it('answers a handler that exceeds its timeout with a 503 problem', async () => {
    const other = await exampleServer();
    other.get('/slow', { ...READ, handlerTimeout: 20 }, () => new Promise(() => undefined));
    const response = await other.inject('/slow');
    assert.equal(response.statusCode, 503);
    assert.equal(Problem.parse(response.json()).code, 'took_too_long');
    await other.close();
  });

  it('forbids browsers and proxies to cache answers that need a key, refusals included', async () => {
    for (const path of ['/hello', '/fault', '/refusal', '/metrics', '/nothing-here']) {
      const { headers } = await server.inject(path);
      assert.equal(headers['cache-control'], 'no-store', path);
    }
    const locked = await exampleServer(['secret']);
    const { statusCode, headers } = await locked.inject('/hello');
    assert.deepEqual([statusCode, headers['cache-control']], [401, 'no-store']);
    await locked.close();
    for (const path of ['/livez', '/openapi.json']) {
      assert.notEqual((await server.inject(path)).headers['cache-control'], 'no-store', path);
    }
  });

  it('answers GET /livez and GET /readyz', async () => {
    for (const path of ['/livez', '/readyz']) {
      const response = await fetch(url + path);
      assert.deepEqual(await response.json(), { status: 'ok' });
    }
  });

  it('accepts only host names of this machine while it listens on loopback', async () => {
    for (const [host, status] of [
      ['localhost:1', 200],
      ['127.0.0.1', 200],
      ['[::1]:80', 200],
      ['evil.example', 421],
      ['localhost.evil.example:80', 421],
    ] as const) {
      const response = await server.inject({ url: '/livez', headers: { host } });
      assert.equal(response.statusCode, status, host);
    }
  });
});

describe('a server that is closing', () => {
  it('finishes requests in progress and refuses later ones on the same connection', async () => {
    const server = await exampleServer();
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    server.get('/held', READ, async () => {
      begun.resolve();
      await release.promise;
      return { held: true };
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const answers = text(socket);
    socket.write('GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await begun.promise;
    const closed = server.close();
    const arrived = once(server.server, 'request');
    socket.write('GET /refusal HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrived;
    release.resolve();
    await closed;
    const [first = '', second = ''] = (await answers).split(/(?=HTTP\/1\.1 )/);
    assert.match(first, /^HTTP\/1\.1 200 [\s\S]*\{"held":true\}/);
    assert.match(second, /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"code":"shutting_down"/);
  });
});
