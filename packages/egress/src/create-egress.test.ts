import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createEgress, type EgressMode, type EgressOptions } from './create-egress.ts';
import { createFetch } from './create-fetch.ts';
import { bindCredentials } from './credentials.ts';
import { EgressError } from './egress-error.ts';
import type { Lookup } from './guarded-connector.ts';

/** A resolver that returns the given addresses, one per lookup. */
function resolverOf(...answers: readonly (readonly string[])[]): Lookup {
  let next = 0;
  const lookup = (_host: string, _options: object, done: (...args: unknown[]) => void): void => {
    const addresses = answers[Math.min(next, answers.length - 1)] ?? [];
    next += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as unknown as Lookup;
}

describe('egress', () => {
  let server: Server;
  let url: string;
  let seen: { path: string | undefined; authorization: string | undefined }[] = [];

  before(async () => {
    server = createServer((request, response) => {
      seen.push({ path: request.url, authorization: request.headers.authorization });
      if (request.url === '/redirect') response.writeHead(302, { location: '/target' });
      if (request.url === '/close') response.setHeader('connection', 'close');
      response.end('hello');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  async function get(
    target: string,
    options: Partial<EgressOptions> & { mode: EgressMode },
  ): Promise<string> {
    const egress = createEgress({ allowedOrigins: [], ...options });
    const { signal } = new AbortController();
    try {
      const response = await egress.open({
        url: target,
        method: 'GET',
        deadlineMs: 20_000,
        maxBytes: 1000,
        signal,
      });
      return `${response.status} ${await response.text()}`;
    } catch (error) {
      assert.ok(error instanceof EgressError, String(error));
      return error.kind;
    } finally {
      await egress.close();
    }
  }

  it('egress reaches loopback in local mode, and in other modes only if its origin is configured', async () => {
    assert.equal(await get(url, { mode: 'local' }), '200 hello');
    assert.equal(await get(url, { mode: 'public' }), 'blocked');
    assert.equal(await get(url, { mode: 'public', allowedOrigins: [url] }), '200 hello');
    assert.equal(await get(url, { mode: 'allowlist' }), 'blocked');
    assert.equal(await get(url, { mode: 'allowlist', allowedOrigins: [url] }), '200 hello');
  });

  it('public mode blocks every spelling of a loopback address', async () => {
    const { port } = new URL(url);
    for (const host of [
      '127.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '１２７.0.0.1',
    ]) {
      assert.equal(await get(`http://${host}:${port}/`, { mode: 'public' }), 'blocked', host);
    }
  });

  it('egress never reaches metadata addresses in any spelling, even if they are configured', async () => {
    for (const host of [
      '169.254.169.254',
      '169.254.43518',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '169。254。169。254',
      '[::ffff:a9fe:a9fe]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
      '[fd00:ec2::254]',
      '[fd00:ec2::23]',
      '[fd00:42:0::0:42]',
      '[fd00:c1::169.254.169.254]',
      '100.100.100.200',
      '168.63.129.16',
      '[fe80::1]',
    ]) {
      const origin = `http://${host}`;
      assert.equal(await get(origin, { mode: 'local', allowedOrigins: [origin] }), 'blocked', host);
    }
  });

  it('egress checks every address that a name resolves to', async () => {
    const { port } = new URL(url);
    const name = `http://sneaky.example:${port}/`;
    for (const lookup of [
      resolverOf(['127.0.0.1']),
      resolverOf(['8.8.8.8', '127.0.0.1']),
      resolverOf(['169.254.169.254']),
    ]) {
      assert.equal(await get(name, { mode: 'public', lookup }), 'blocked');
    }
    const lookup = resolverOf(['127.0.0.1']);
    assert.equal(await get(name, { mode: 'local', lookup }), '200 hello');
  });

  it('egress checks a name again for every connection and blocks DNS rebinding', async () => {
    const { port } = new URL(url);
    const lookup = resolverOf(['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1', '169.254.169.254']);
    const egress = createEgress({ mode: 'local', allowedOrigins: [], lookup });
    const ask = async (): Promise<string> => {
      try {
        const { signal } = new AbortController();
        const response = await egress.open({
          url: `http://turning.example:${port}/close`,
          method: 'GET',
          deadlineMs: 20_000,
          maxBytes: 1000,
          signal,
        });
        return await response.text();
      } catch (error) {
        return error instanceof EgressError ? error.kind : String(error);
      }
    };
    assert.deepEqual([await ask(), await ask(), await ask()], ['hello', 'blocked', 'blocked']);
    await egress.close();
  });

  it('egress does not follow redirects', async () => {
    seen = [];
    assert.match(await get(`${url}/redirect`, { mode: 'local' }), /^302/);
    assert.deepEqual(
      seen.map((request) => request.path),
      ['/redirect'],
    );
  });

  it('createFetch replaces credentials set by a library with the bound ones', async () => {
    seen = [];
    const egress = createEgress({ mode: 'local', allowedOrigins: [] });
    const limits = { deadlineMs: 20_000, maxBytes: 1000 };
    const headers = { authorization: 'Bearer from-the-library' };
    const credentials = bindCredentials([{ url, header: 'authorization', secret: 'ours' }]);
    const bound = createFetch(egress, { ...limits, credentials });
    assert.equal(await (await bound(`${url}/a`, { headers })).text(), 'hello');
    const unbound = createFetch(egress, { ...limits, credentials: bindCredentials([]) });
    assert.equal(await (await unbound(`${url}/b`, { headers })).text(), 'hello');
    await egress.close();
    assert.deepEqual(
      seen.map((request) => request.authorization),
      ['Bearer ours', undefined],
    );
  });
});
