import { Problem } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { apiKeyList } from '../env/env-fields.ts';
import type { Server } from '../server.ts';
import { exampleServer, READ } from '../testing/example-server.ts';
import { readEnvApiKey, sha256 } from './api-keys.ts';

describe('a server with API keys', () => {
  let server: Server;

  before(async () => {
    server = await exampleServer([
      'first',
      `sha256:${sha256('second').toString('hex')}; name=ci; scope=read+run`,
      'chatty; scope=chat',
      'old; expires=2020-01-31',
      'fresh; expires=2999-01-31T12:00:00Z',
      'stolen; revoked',
    ]);
  });
  after(() => server.close());

  const ask = async (headers: Record<string, string>, url = '/hello'): Promise<string> => {
    const response = await server.inject({ url, headers });
    if (response.statusCode === 200) return '200';
    const { status, detail } = Problem.parse(response.json());
    return `${status} ${detail}`;
  };

  it('requires a key that is valid now and has the scope of the route', async () => {
    for (const [headers, expected] of [
      [{}, '401 send an API key as "Authorization: Bearer <key>"'],
      [{ authorization: 'Basic first' }, '401 send an API key as "Authorization: Bearer <key>"'],
      [{ authorization: 'Bearer wrong' }, '401 this API key is unknown'],
      [{ authorization: 'Bearer old' }, '401 this API key expired on 2020-01-31T00:00:00.000Z'],
      [{ authorization: 'Bearer stolen' }, '401 this API key was revoked'],
      [{ authorization: 'Bearer chatty' }, "403 this key lacks the scope 'read'"],
      [{ authorization: 'Bearer first' }, '200'],
      [{ authorization: 'bearer fresh' }, '200'],
      [{ 'x-api-key': 'second' }, '200'],
    ] as const) {
      assert.equal(await ask(headers), expected, JSON.stringify(headers));
    }
  });

  it('requires no key for open routes, and any valid key for an unknown path', async () => {
    assert.equal(await ask({}, '/livez'), '200');
    assert.match(await ask({}, '/nowhere'), /^401/);
    assert.match(await ask({ authorization: 'Bearer chatty' }, '/nowhere'), /^404/);
  });
});

describe('an API key in the environment', () => {
  it('has every scope and a generated name by default', () => {
    const key = readEnvApiKey('k1');
    assert.deepEqual(key?.scopes, ['chat', 'run', 'read', 'edit', 'ingest', 'metrics']);
    assert.match(key?.name ?? '', /^key-[0-9a-f]{8}$/);
  });

  it('is refused if an attribute is malformed, so that a typo cannot widen it', () => {
    for (const entry of [
      'k;scope=reed',
      'k;scopes=read',
      'k;expires=soon',
      'k;revoked=no',
      'sha256:abc',
      'SHA256:abc',
      ';name=x',
      'k;name=',
      'k;scope=read;scope=run',
      'k;expires=2999-01-01=2020-01-01',
    ]) {
      assert.equal(readEnvApiKey(entry), undefined, entry);
    }
  });

  it('is refused if its value or name is a duplicate, because one entry would be lost', () => {
    for (const list of ['k;scope=read,k;revoked', 'a;name=ci,b;name=ci']) {
      assert.equal(apiKeyList.safeParse(list).success, false, list);
    }
    assert.equal(apiKeyList.safeParse('a;name=old,b;name=new').success, true);
  });

  it('is parsed without throwing for any text', () => {
    fc.assert(fc.property(fc.string(), (entry) => void readEnvApiKey(entry)));
  });
});

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
