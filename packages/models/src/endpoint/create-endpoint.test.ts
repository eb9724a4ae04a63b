import { createEgress, noCredentials, type Egress } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createEndpoint, type Endpoint } from './create-endpoint.ts';
import type { ModelCall } from '../calls/model-call.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Stub extends AsyncDisposable {
  readonly url: string;
}

async function stub(handle: Handler): Promise<Stub> {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

describe('createEndpoint', () => {
  const egress: Egress = createEgress({ mode: 'local', allowedOrigins: [] });
  after(() => egress.close());

  const endpointAt = (url: string, deadlineMs = 20_000, retries = 0): Endpoint =>
    createEndpoint({
      egress,
      credentials: noCredentials,
      deadlineMs,
      retries,
      url,
      protocol: 'auto',
    });

  const call: ModelCall = {
    model: 'm/1',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'Bye' },
    ],
    parameters: { temperature: 0, model: 'not this one' },
    headers: { 'idempotency-key': 'k' },
    signal: new AbortController().signal,
  };

  it('an endpoint sends the agent protocol to a URL without a known path', async () => {
    let body: unknown;
    let headers: IncomingMessage['headers'] = {};
    await using server = await stub(async (request, response) => {
      headers = request.headers;
      body = JSON.parse(await text(request));
      response.end('{"content": "ok"}');
    });
    const outcome = await endpointAt(server.url).call(call);
    assert.equal(outcome.state, 'answered');
    assert.equal(headers['x-model-id'], 'm/1');
    assert.equal(headers['idempotency-key'], 'k');
    assert.deepEqual(body, {
      temperature: 0,
      model: 'm/1',
      prompt: 'Bye',
      messages: [
        { type: 'human', role: 'user', content: 'Be brief.\n\nHello' },
        { type: 'ai', role: 'assistant', content: 'Hi' },
        { type: 'human', role: 'user', content: 'Bye' },
      ],
    });
  });

  it('auto discovers the completions path once if the root does not exist', async () => {
    const asked: string[] = [];
    await using server = await stub((request, response) => {
      asked.push(request.url ?? '');
      response.statusCode = request.url === '/chat/completions' ? 200 : 404;
      response.end('{"choices": [{"message": {"content": "ok"}}]}');
    });
    const endpoint = endpointAt(server.url);
    for (const turn of [1, 2]) {
      assert.equal((await endpoint.call(call)).state, 'answered', `turn ${turn}`);
    }
    assert.deepEqual(asked, [
      '/',
      '/v1/chat/completions',
      '/chat/completions',
      '/chat/completions',
    ]);
    assert.equal(endpoint.protocol, 'openai');
  });

  it('a 404 does not trigger discovery once the URL itself has answered', async () => {
    let asked = 0;
    await using server = await stub((request, response) => {
      asked += 1;
      if (request.url !== '/' || asked === 2) response.writeHead(404).end();
      else response.end('ok');
    });
    const endpoint = endpointAt(server.url);
    const states = [];
    for (const turn of [1, 2, 3]) states.push(`${turn} ${(await endpoint.call(call)).state}`);
    assert.deepEqual(states, ['1 answered', '2 failed', '3 answered']);
    assert.equal(asked, 3);
  });

  it('if the call that discovers the path is stopped, another call continues', async () => {
    await using server = await stub((request, response) => {
      response.statusCode = request.url === '/chat/completions' ? 200 : 404;
      response.end('{"choices": [{"message": {"content": "ok"}}]}');
    });
    const endpoint = endpointAt(server.url);
    let requests = 0;
    const beforeRequest = async (): Promise<number> => {
      requests += 1;
      return requests === 2 ? assert.fail('lost') : Number.POSITIVE_INFINITY;
    };
    const first = assert.rejects(endpoint.call({ ...call, beforeRequest }), /lost/);
    const others = await Promise.all([endpoint.call(call), endpoint.call(call)]);
    await first;
    assert.ok([...others, await endpoint.call(call)].every(({ state }) => state === 'answered'));
  });

  it('discovery prefers a target that answers over one that only exists', async () => {
    await using server = await stub((request, response) => {
      if (request.url === '/chat/completions') response.end('ok');
      else response.writeHead(request.url === '/' ? 404 : 401).end();
    });
    assert.equal((await endpointAt(server.url).call(call)).state, 'answered');
  });

  it('discovery reports the error of the target that exists if none answers', async () => {
    await using server = await stub((request, response) =>
      response.writeHead(request.url === '/v1/chat/completions' ? 401 : 404).end(),
    );
    const outcome = await endpointAt(server.url).call(call);
    assert.ok(outcome.state === 'failed' && outcome.error.kind === 'auth');
  });

  it('discovery runs once, even if concurrent calls find no target', async () => {
    let asked = 0;
    await using server = await stub((_, response) => {
      asked += 1;
      response.writeHead(404).end();
    });
    const endpoint = endpointAt(server.url);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => endpoint.call(call)));
    assert.ok(outcomes.every((outcome) => outcome.state === 'failed'));
    assert.equal(asked, 4 + 2);
  });

  it('a failed endpoint call returns an error of the matching kind', async () => {
    const answers: Record<string, Handler> = {
      auth: (_, response) => response.writeHead(401).end(),
      rate_limit: (_, response) => response.writeHead(429).end(),
      http: (_, response) => response.writeHead(500).end('boom'),
      bad_response: (_, response) => response.writeHead(302, { location: '/' }).end(),
      timeout: () => undefined,
      connect: (request) => request.socket.destroy(),
    };
    for (const [kind, handle] of Object.entries(answers)) {
      await using server = await stub(handle);
      const deadlineMs = kind === 'timeout' ? 300 : 10_000;
      const outcome = await endpointAt(server.url, deadlineMs).call(call);
      assert.ok(outcome.state === 'failed', kind);
      assert.equal(outcome.error.kind, kind);
      assert.equal(outcome.error.tries, 1);
    }
  });

  it('a cut off, compressed, oversized or HTML response is a bad_response', async () => {
    const answers: Handler[] = [
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"content": "ok');
        setImmediate(() => response.destroy());
      },
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      (_, response) => response.end('x'.repeat(5 * 1024 * 1024)),
      (_, response) => response.end('<html><body>Welcome</body></html>'),
    ];
    for (const handle of answers) {
      await using server = await stub(handle);
      const outcome = await endpointAt(server.url).call(call);
      assert.ok(outcome.state === 'failed' && outcome.error.kind === 'bad_response');
    }
  });

  it('a refused connection is tried twice, an invalid or blocked URL is never requested', async () => {
    const gone = await stub(() => undefined);
    await gone[Symbol.asyncDispose]();
    const refused = await endpointAt(gone.url).call(call);
    assert.ok(refused.state === 'failed' && refused.error.kind === 'connect');
    assert.equal(refused.error.tries, 2);
    for (const url of ['not-a-url', 'ftp://127.0.0.1/', 'http://user:pw@127.0.0.1/']) {
      const outcome = await endpointAt(url).call(call);
      assert.ok(outcome.state === 'failed' && outcome.error.kind === 'bad_endpoint', url);
      assert.equal(outcome.error.tries, 0);
    }
    const metadata = await endpointAt('http://169.254.169.254/').call(call);
    assert.ok(metadata.state === 'failed' && metadata.error.kind === 'blocked');
  });

  it('a 401 without a bound key names the variables to set', async () => {
    await using server = await stub((_, response) => response.writeHead(401).end());
    const outcome = await endpointAt(server.url).call(call);
    assert.ok(outcome.state === 'failed');
    const expected = `no key is bound to ${server.url}/; add it to ENDPOINTS`;
    assert.ok(outcome.error.message.startsWith(expected), outcome.error.message);
  });

  it('transient failures are retried with the same idempotency key and counted as tries', async () => {
    const keys: (string | undefined)[] = [];
    await using server = await stub((request, response) => {
      keys.push(request.headers['idempotency-key'] as string);
      if (keys.length === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else if (keys.length === 2) request.socket.destroy();
      else response.end('ok');
    });
    assert.equal((await endpointAt(server.url, 10_000, 3).call(call)).state, 'answered');
    assert.deepEqual(keys, ['k', 'k', 'k']);
    await using dead = await stub((_, response) =>
      response.writeHead(500, { 'retry-after': '0' }).end(),
    );
    const outcome = await endpointAt(dead.url, 10_000, 2).call(call);
    assert.ok(outcome.state === 'failed' && outcome.error.tries === 3);
  });

  it('a Retry-After beyond the deadline is not waited for', async () => {
    let asked = 0;
    await using server = await stub((_, response) => {
      asked += 1;
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    const outcome = await endpointAt(server.url, 2000, 3).call(call);
    assert.ok(outcome.state === 'failed' && outcome.error.kind === 'rate_limit');
    assert.equal(asked, 1);
  });

  it('an endpoint opens the circuit after five calls that did not connect', async () => {
    const gone = await stub(() => undefined);
    await gone[Symbol.asyncDispose]();
    const endpoint = endpointAt(gone.url);
    const kinds: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const outcome = await endpoint.call(call);
      kinds.push(outcome.state === 'failed' ? outcome.error.kind : 'answered');
    }
    assert.deepEqual(kinds, [...Array<string>(5).fill('connect'), 'circuit_open', 'circuit_open']);
  });

  it("an endpoint call rejects with its caller's abort reason", async () => {
    await using server = await stub(() => undefined);
    const controller = new AbortController();
    const pending = endpointAt(server.url).call({ ...call, signal: controller.signal });
    controller.abort(new Error('caller went away'));
    await assert.rejects(pending, /caller went away/);
  });
});
