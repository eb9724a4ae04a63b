import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Server } from './server.ts';
import { exampleServer, READ } from './testing/example-server.ts';

const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://other.app.example', 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'not an origin' },
];

const OWN: readonly Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'none' },
  // A proxy may have replaced the Host header; `Sec-Fetch-Site` comes from the browser.
  { origin: 'https://fairtrial.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost' },
  { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
  { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
];

describe('a state-changing request', () => {
  let server: Server;
  let done = 0;

  before(async () => {
    server = await exampleServer(['alpha']);
    server.post('/act', READ, () => {
      done += 1;
      return 'done';
    });
    server.delete('/act', READ, () => {
      done += 1;
      return 'done';
    });
  });
  after(() => server.close());

  async function send(
    method: 'POST' | 'DELETE' | 'GET',
    headers: Record<string, string>,
  ): Promise<{ status: number; body: string }> {
    const url = method === 'GET' ? '/hello' : '/act';
    const { statusCode, body } = await server.inject({
      method,
      url,
      headers: { host: 'localhost', ...headers },
    });
    return { status: statusCode, body };
  }

  it('is refused without side effects from a page of another site, with or without a body or a key', async () => {
    done = 0;
    for (const headers of FOREIGN) {
      for (const method of ['POST', 'DELETE'] as const) {
        const keyed = { ...headers, 'x-api-key': 'alpha' };
        const typed = { ...headers, 'content-type': 'text/plain' };
        for (const sent of [headers, keyed, typed]) {
          const { status, body } = await send(method, sent);
          assert.equal(status, 403, JSON.stringify(sent));
          assert.equal(Problem.parse(JSON.parse(body)).code, 'cross_site');
        }
      }
    }
    assert.equal(done, 0);
  });

  it('is accepted from programs, pages of this service and allowed origins', async () => {
    for (const headers of OWN) {
      const { status } = await send('POST', { ...headers, 'x-api-key': 'alpha' });
      assert.equal(status, 200, JSON.stringify(headers));
    }
  });

  it('differs from a GET, which is answered because CORS hides the answer from the page', async () => {
    for (const headers of FOREIGN) {
      const { status } = await send('GET', { ...headers, 'x-api-key': 'alpha' });
      assert.equal(status, 200, JSON.stringify(headers));
    }
  });
});

describe('a CORS preflight', () => {
  let server: Server;

  before(async () => {
    server = await exampleServer();
    server.route({ ...READ, method: ['PUT', 'PATCH'], url: '/items/:id', handler: () => 'stored' });
    server.delete('/items/:id', READ, () => 'deleted');
  });
  after(() => server.close());

  async function preflight(origin: string): Promise<(header: string) => string | undefined> {
    const { headers } = await server.inject({
      method: 'OPTIONS',
      url: '/items/7',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-model-id',
      },
    });
    return (name) => headers[name]?.toString();
  }

  it('allows pages of this machine and configured origins only', async () => {
    for (const [origin, allowed] of [
      ['http://localhost:5173', true],
      ['http://127.0.0.1:3000', true],
      ['https://app.example', true],
      ['https://evil.example', false],
      ['null', false],
    ] as const) {
      const granted = (await preflight(origin))('access-control-allow-origin');
      assert.equal(granted === origin, allowed, `${origin}: ${granted}`);
    }
  });

  it('allows the methods of all routes, and lets pages read the ETag', async () => {
    const header = await preflight('http://localhost');
    const methods = header('access-control-allow-methods')?.split(', ').toSorted();
    assert.deepEqual(methods, ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']);
    assert.match(header('access-control-expose-headers') ?? '', /\betag\b/);
  });
});
