import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { createEgress } from './create-egress.ts';
import { bindCredentials } from './credentials.ts';
import { EgressError, StartedTooLateError } from './egress-error.ts';
import type { EgressAnswer } from './read-answer.ts';

const SECRET = 'sk-4fJ2kLm9Qr7TzX1vB8nW3cYd';
const DEADLINE_MS = 20_000;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Server behaviours by path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/early': (response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('after the hints');
  },
  '/marked': (response) => response.end('\uFEFFafter a byte order mark'),
  '/missing': (response) => response.writeHead(404, { 'x-why': 'moved' }).end('no such thing'),
  '/echo': (response, { headers }) => {
    response.setHeader('x-echo', String(headers.authorization));
    response.write('you sent Bearer sk-4fJ2k');
    response.end('Lm9Qr7TzX1vB8nW3cYd');
  },
  '/large': (response) => {
    response.write('x'.repeat(600));
    response.end('x'.repeat(600));
  },
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('packed'),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  },
  '/silent': () => undefined,
  '/stalls': (response) => response.writeHead(200).write('half'),
};

describe('readAnswer', () => {
  const egress = createEgress({ mode: 'local', allowedOrigins: [] });
  const server = createServer((request, response) => {
    const answer = ANSWERS[request.url ?? ''];
    answer?.(response, request);
  });
  let url: string;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await egress.close();
  });

  function read(
    path: string,
    { signal = new AbortController().signal } = {},
  ): Promise<EgressAnswer> {
    const credentials = bindCredentials([{ url, header: 'authorization', secret: SECRET }]);
    const target = `${url}${path}`;
    return egress.read({
      url: target,
      method: 'GET',
      credentials,
      deadlineMs: DEADLINE_MS,
      maxBytes: 1000,
      signal,
    });
  }

  /** Reads a response whose deadline passes when the server has got the request. */
  async function readLate(path: string, { mock }: TestContext): Promise<EgressAnswer> {
    mock.timers.enable({ apis: ['setTimeout'] });
    const asked = once(server, 'request');
    const answer = read(path);
    await asked;
    mock.timers.tick(DEADLINE_MS);
    mock.timers.reset();
    return answer;
  }

  it('a buffered response has a status, headers and text', async () => {
    const missing = await read('/missing');
    assert.deepEqual([missing.status, missing.text], [404, 'no such thing']);
    assert.equal(missing.headers['x-why'], 'moved');
    assert.equal((await read('/early')).text, 'after the hints');
    assert.equal((await read('/marked')).text, 'after a byte order mark');
  });

  it('the secret is redacted from headers and across two chunks of the body', async () => {
    const { headers, text } = await read('/echo');
    assert.equal(headers['x-echo'], 'Bearer [secret]');
    assert.equal(text, 'you sent Bearer [secret]');
  });

  it('a response that is too large, compressed, cut off or late is rejected', async (t) => {
    for (const [path, expected] of [
      ['/large', { kind: 'bad_response', cutOff: false, connected: true }],
      ['/packed', { kind: 'bad_response', cutOff: false, connected: true }],
      ['/cut', { kind: 'bad_response', cutOff: true, connected: true }],
      ['/silent', { kind: 'timeout', cutOff: false, connected: true }],
      ['/stalls', { kind: 'timeout', cutOff: false, connected: true }],
    ] as const) {
      const answer = expected.kind === 'timeout' ? readLate(path, t) : read(path);
      await assert.rejects(answer, (error) => {
        assert.ok(error instanceof EgressError, String(error));
        const { kind, cutOff, connected } = error;
        assert.deepEqual({ kind, cutOff, connected }, expected, path);
        return true;
      });
    }
  });

  it("a buffered request rejects with its caller's abort reason", async () => {
    const gone = new Error('the caller is gone');
    await assert.rejects(read('/marked', { signal: AbortSignal.abort(gone) }), gone);
    for (const path of ['/silent', '/stalls']) {
      const caller = new AbortController();
      server.once('request', () => setImmediate(() => caller.abort(gone)));
      await assert.rejects(read(path, { signal: caller.signal }), gone);
    }
  });

  it('no request is sent if the caller aborts before there is a connection', async () => {
    const caller = new AbortController();
    let requests = 0;
    server.on('request', () => (requests += 1));
    const fresh = createEgress({ mode: 'local', allowedOrigins: [] });
    const limits = { deadlineMs: DEADLINE_MS, maxBytes: 1000, signal: caller.signal };
    const answer = fresh.read({ url: `${url}/marked`, method: 'GET', ...limits });
    caller.abort(new Error('gone'));
    await assert.rejects(answer, /gone/);
    await fresh.close();
    assert.equal(requests, 0);
  });

  it('a request is not sent if the process was paused for too long while it connected', async () => {
    const cold = createEgress({ mode: 'local', allowedOrigins: [] });
    let requests = 0;
    const count = (): void => void (requests += 1);
    server.on('request', count);
    const request = { url: `${url}/marked`, method: 'GET', maxBytes: 1000 } as const;
    const limits = { deadlineMs: DEADLINE_MS, signal: new AbortController().signal };
    const late = cold.read({ ...request, ...limits, startBy: performance.now() });
    await assert.rejects(late, StartedTooLateError);
    assert.equal(requests, 0);
    await cold.read({ ...request, ...limits, startBy: performance.now() + 60_000 });
    assert.equal(requests, 1);
    server.off('request', count);
    await cold.close();
  });
});
