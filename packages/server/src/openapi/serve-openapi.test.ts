import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Server } from '../server.ts';
import { exampleServer } from '../testing/example-server.ts';

describe('the OpenAPI description of a service', () => {
  let server: Server;

  before(async () => {
    server = await exampleServer();
  });
  after(() => server.close());

  it('is served at /openapi.json, and at /reference without loading from other hosts', async () => {
    const { openapi, info } = (await server.inject('/openapi.json')).json<{
      openapi: string;
      info: { version: string };
    }>();
    assert.deepEqual([openapi, info.version], ['3.1.0', '1.2.3']);
    const { body } = await server.inject('/reference/');
    assert.match(body, /\/openapi\.json/);
    assert.doesNotMatch(body, /(src|href)="https?:/);
  });

  it('is served with an ETag, and answered with 304 to a caller that has it', async () => {
    for (const url of ['/openapi.json', '/reference/', '/reference/js/scalar.js']) {
      const first = await server.inject(url);
      const etag = String(first.headers['etag']);
      assert.match(etag, /^"[\w-]+"$/);
      assert.equal(first.headers['cache-control'], 'no-cache');
      for (const [known, status] of [
        [etag, 304],
        [`W/${etag}`, 304],
        [`"other", ${etag}`, 304],
        ['*', 304],
        ['"other"', 200],
      ] as const) {
        const again = await server.inject({ url, headers: { 'if-none-match': known } });
        assert.equal(again.statusCode, status, known);
        assert.ok(again.body === (status === 304 ? '' : first.body), known);
      }
    }
  });

  it('allows the reference page to run only its own files and its one inline script', async () => {
    const { headers, body } = await server.inject('/reference/');
    const policy = String(headers['content-security-policy']);
    const [, script = ''] = /<script[^>]*>([^<]+)<\/script>/.exec(body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy);
    assert.match(policy, /base-uri 'none'; form-action 'none'; frame-ancestors 'none'/);
  });
});
