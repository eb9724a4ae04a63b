import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindCredentials, joinCredentials } from './credentials.ts';

/** Reads a path like the most lenient server: decodes repeatedly, cuts parameters, and resolves dots last. */
function readLeniently(pathname: string): readonly string[] {
  let path = pathname;
  for (let decoded = ''; decoded !== path;) {
    decoded = path;
    path = decoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const segments: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    const name = part.replace(/[;\s\0].*$/s, '');
    if (name === '..') segments.pop();
    else if (name !== '.' && name !== '') segments.push(name);
  }
  return segments;
}

const bearer = { header: 'Authorization', secret: 's3cret' };

describe('bindCredentials', () => {
  const credentials = bindCredentials([{ ...bearer, url: 'https://api.good.com' }]);
  const sent = (url: string): boolean => credentials.find(new URL(url)) !== undefined;

  it('a secret is sent to its own origin in every spelling', () => {
    for (const url of [
      'https://api.good.com/',
      'https://api.good.com:443/x?y#z',
      'HTTPS://API.Good.com/v2',
      'https://api.good.com/../etc',
      'https:\\\\api.good.com/',
      'https://ＡＰＩ.good.com/',
      'https://api%2Egood.com/',
    ]) {
      assert.ok(sent(url), url);
    }
  });

  it('a secret is never sent to a look-alike origin', () => {
    for (const url of [
      'http://api.good.com/',
      'https://api.good.com:8443/',
      'https://good.com/',
      'https://x.api.good.com/',
      'https://api.good.com.evil.com/',
      'https://api.good.com@evil.com/',
      'https://api.good.com\\@evil.com/'.replace('\\', '%5C'),
      'https://evil.com/https://api.good.com/',
      'https://evil.com?api.good.com',
      'https://evil.com#api.good.com',
      'https://api.good.com./',
      'https://api-good.com/',
      'https://127.0.0.1/',
    ]) {
      assert.ok(!sent(url), url);
    }
  });

  const belowV1 = bindCredentials([{ ...bearer, url: 'https://api.good.com/team/v1/' }]);
  const isSentBelowV1 = (path: string): boolean =>
    belowV1.find(new URL(`https://api.good.com${path}`)) !== undefined;

  it('a secret bound to a path is sent to that path and below', () => {
    for (const path of [
      '/team/v1',
      '/team/v1/',
      '/team/v1?x=/../..',
      '/team/v1/chat/completions#y',
      '/team/v1/models/.hidden',
      '/team/v1/a%20model',
      '/other/../team/v1/chat',
      '/team\\v1/chat',
      '/%74eam/%761/chat',
    ]) {
      assert.ok(isSentBelowV1(path), path);
    }
  });

  it('a secret bound to a path is never sent to another path of the origin, in any spelling', () => {
    for (const path of [
      '/',
      '/team',
      '/team/v10',
      '/team/V1',
      '/team/v1x/chat',
      '//team/v1',
      '/team//v1',
      '/team/v1/../admin',
      '/team/v1/%2e%2e/admin',
      '/team/v1/..%2fadmin',
      '/team/v1/%2E%2E%2Fadmin',
      '/team/v1/..%5cadmin',
      '/team/v1\\..\\admin',
      '/team/v1/%252e%252e/admin',
      '/team/v1/..;/admin',
      '/team/v1/..;x=y/admin',
      '/team/v1/..%00/admin',
      '/team/v1/%zz/../../admin',
      '/team/v1/%ff',
      '/team%2fv1/chat',
    ]) {
      assert.ok(!isSentBelowV1(path), path);
    }
  });

  it('a secret bound to a path is never sent to a path that a lenient server resolves outside it', () => {
    const pieces = ['/', '/', '/team', '/v1', 'admin', '..', '.', '%2e', '%2F', '%5c', '\\'];
    const odd = ['%25', '2e', '2f', ';', '%3b', '%00', '%', '%74', ' ', '?', '#', 'v1', '\t'];
    const paths = fc.array(fc.constantFrom(...pieces, ...odd), { maxLength: 12 });
    let sentTo = 0;
    fc.assert(
      fc.property(paths, (parts) => {
        const path = `/team/v1/${parts.join('')}`;
        if (!isSentBelowV1(path)) return;
        sentTo += 1;
        const { pathname } = new URL(`https://api.good.com${path}`);
        assert.deepEqual(readLeniently(pathname).slice(0, 2), ['team', 'v1'], pathname);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(sentTo > 100, 'some of the paths are plain ones');
  });

  it('the binding with the longest path wins, then the last one', () => {
    const several = bindCredentials([
      { ...bearer, url: 'https://x/a/b', secret: 'long' },
      { ...bearer, url: 'https://x/', secret: 'short' },
      { ...bearer, url: 'https://x', secret: 'last' },
    ]);
    const at = (url: string): string | undefined =>
      several.find(new URL(url))?.headers['authorization'];
    assert.deepEqual(
      [at('https://x/a/b/c'), at('https://x/a'), at('https://x/')],
      ['Bearer long', 'Bearer last', 'Bearer last'],
    );
  });

  it('bindCredentials rejects a path that servers interpret differently', () => {
    assert.throws(() => bindCredentials([{ ...bearer, url: 'https://x/a%2fb' }]), /different ways/);
  });

  it('a secret is sent as a bearer token in authorization and as the raw value in other headers', () => {
    const url = new URL('https://x/');
    const raw = bindCredentials([{ url: 'https://x', header: 'X-Api-Key', secret: 'k' }]);
    assert.deepEqual(raw.find(url)?.headers, { 'x-api-key': 'k' });
    const token = bindCredentials([{ ...bearer, url: 'https://x' }]);
    assert.deepEqual(token.find(url)?.headers, { authorization: 'Bearer s3cret' });
  });
});

describe('joinCredentials', () => {
  it('joinCredentials uses the first binding that matches', () => {
    const first = bindCredentials([{ ...bearer, url: 'http://127.0.0.1:1' }]);
    const second = bindCredentials([
      { ...bearer, url: 'http://127.0.0.1:1', secret: 'unused' },
      { ...bearer, url: 'http://127.0.0.1:2', secret: 'other' },
    ]);
    const joined = joinCredentials(first, second);
    const at = (url: string): string | undefined =>
      joined.find(new URL(url))?.headers['authorization'];
    assert.equal(at('http://127.0.0.1:1/'), 'Bearer s3cret');
    assert.equal(at('http://127.0.0.1:2/'), 'Bearer other');
    assert.equal(at('https://x/'), undefined);
  });
});
