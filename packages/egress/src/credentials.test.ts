import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindCredentials, joinCredentials } from './credentials.ts';

const bearer = { header: 'Authorization', secret: 's3cret' };

describe('bindCredentials', () => {
  const credentials = bindCredentials([{ ...bearer, origin: 'https://api.good.com/v1' }]);
  const sent = (url: string): boolean => credentials.find(new URL(url)) !== undefined;

  it('gives a secret to its own origin in every spelling', () => {
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

  it('gives it to no other origin, however alike it looks', () => {
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

  it('sends a bearer token, or the raw value where another header is asked for', () => {
    const url = new URL('https://x/');
    const raw = bindCredentials([{ origin: 'https://x', header: 'X-Api-Key', secret: 'k' }]);
    assert.deepEqual(raw.find(url)?.headers, { 'x-api-key': 'k' });
    const token = bindCredentials([{ ...bearer, origin: 'https://x' }]);
    assert.deepEqual(token.find(url)?.headers, { authorization: 'Bearer s3cret' });
  });
});

describe('joinCredentials', () => {
  it('takes the first binding that has something', () => {
    const first = bindCredentials([{ ...bearer, origin: 'http://127.0.0.1:1' }]);
    const second = bindCredentials([
      { ...bearer, origin: 'http://127.0.0.1:1', secret: 'unused' },
      { ...bearer, origin: 'http://127.0.0.1:2', secret: 'other' },
    ]);
    const joined = joinCredentials(first, second);
    const at = (url: string): string | undefined =>
      joined.find(new URL(url))?.headers['authorization'];
    assert.equal(at('http://127.0.0.1:1/'), 'Bearer s3cret');
    assert.equal(at('http://127.0.0.1:2/'), 'Bearer other');
    assert.equal(at('https://x/'), undefined);
  });
});
