import { OPERATION_ROUTES } from '@fairtrial/contracts';
import {
  addRoute,
  createLogger,
  createMetrics,
  createServer,
  type Server,
} from '@fairtrial/server';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { addConsole } from './console.ts';

async function serverOf(folder: string): Promise<Server> {
  const server = await createServer({
    api: { title: 'Test', description: '', version: '1.2.3', routes: OPERATION_ROUTES },
    logger: createLogger({ service: 'test', level: 'silent', secrets: [] }),
    metrics: createMetrics('test'),
    host: '127.0.0.1',
    apiKeys: [],
    allowedOrigins: [],
    limits: { requestsPerMinute: 100, requestsAtOnce: 100, requestsInAll: 100 },
    readiness: [],
  });
  await addConsole(server, folder);
  addRoute(server, 'GET /runs', () => ({ runs: [], next_cursor: null }));
  return server;
}

describe('the console', () => {
  let folder: string;
  let server: Server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<title>Fairtrial</title>');
    await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'run()');
    await writeFile(join(folder, 'secret.txt'), 'not an asset');
    server = await serverOf(folder);
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('every screen address serves the same page, revalidated each time', async () => {
    for (const url of ['/', '/console', '/console/runs/1?filter=x', '/console/secret.txt']) {
      const { statusCode, body, headers } = await server.inject(url);
      assert.deepEqual([statusCode, body], [200, '<title>Fairtrial</title>'], url);
      assert.match(String(headers['content-type']), /^text\/html/);
      assert.equal(headers['cache-control'], 'public, max-age=0');
    }
  });

  it('the console page only runs its own files', async () => {
    const { headers } = await server.inject('/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|data:|http|\*/);
  });

  it('browsers cache console assets, which never change', async () => {
    const { headers, body } = await server.inject('/console/assets/main-1a2b.js');
    assert.equal(body, 'run()');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  });

  it('unknown console paths answer 404 as JSON, and API routes are unaffected', async () => {
    for (const url of ['/console/assets/gone.js', '/nothing']) {
      const { statusCode, json } = await server.inject(url);
      assert.deepEqual([statusCode, json<{ code: string }>().code], [404, 'not_found'], url);
    }
    const outside = await server.inject('/console/assets/..%2fsecret.txt');
    assert.equal(outside.json<{ code: string }>().code, 'bad_request');
    const { json, headers } = await server.inject({
      url: '/runs',
      headers: { accept: 'text/html' },
    });
    assert.deepEqual(json(), { runs: [], next_cursor: null });
    assert.match(String(headers['content-security-policy']), /^default-src 'none';frame/);
  });

  it('the console page says how to build the console if it is not built', async () => {
    const bare = await serverOf(join(folder, 'nowhere'));
    const { statusCode, body } = await bare.inject('/console/runs');
    assert.equal(statusCode, 200);
    assert.match(body, /npm run build</);
    await bare.close();
  });
});
