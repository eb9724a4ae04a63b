import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShownOnly, showAddress } from './show-address.ts';

const SECRET = 'q7Zk4';

describe('showAddress', () => {
  it('hides values of query parameters with secret names', () => {
    for (const name of [
      'key',
      'KEY',
      'api-key',
      'api_key',
      'apiKey',
      'x-api-key',
      'subscription-key',
      'accesskey',
      'token',
      'access_token',
      'accessToken',
      'sig',
      'X-Amz-Signature',
      'client_secret',
      'password',
      'code',
      'auth',
      'a%70i-key',
    ]) {
      for (const mark of ['?', '?a=b&', '?a=b;', '#', '?a#']) {
        const shown = showAddress(`https://host/v1${mark}${name}=${SECRET}&b=2`);
        assert.equal(shown, `https://host/v1${mark}${name}=[secret]&b=2`);
        assert.ok(isShownOnly(shown));
      }
    }
  });

  it('hides long values of letters and digits under any name', () => {
    assert.equal(showAddress('http://h/?x=9f2c7d1e9f2c7d1eab'), 'http://h/?x=[secret]');
    assert.equal(showAddress('http://h/?9f2c7d1e9f2c7d1eab&b=2'), 'http://h/?[secret]&b=2');
  });

  it('hides user and password', () => {
    assert.equal(showAddress('http://me:hunter2@host/v1'), 'http://[secret]@host/v1');
    assert.equal(showAddress('http:\\\\me@host'), 'http:\\\\[secret]@host');
    assert.equal(showAddress('http://me:p@ss@host/@x'), 'http://[secret]@host/@x');
  });

  it('hides the secrets of a URL in a query value', () => {
    const inner = encodeURIComponent(`https://host/v1?key=${SECRET}`);
    const shown = showAddress(`/console/new?endpoint=${inner}&model=m`);
    assert.ok(!shown.includes(SECRET));
    assert.match(shown, /^\/console\/new\?endpoint=https%3A%2F%2Fhost%2Fv1%3Fkey%3D.*&model=m$/);
  });

  it('leaves everything else unchanged', () => {
    for (const address of [
      'https://host/v1',
      'http://127.0.0.1:9100',
      'https://host/v1?api-version=2024-08-01-preview&deployment=gpt-4o-mini-2024-07-18',
      'https://host/?tenant=acme&keyword=monkey&style=a%20b&flag',
      'https://host/?model=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01',
      'https://host/?key=',
      'not an address',
      '',
    ]) {
      assert.equal(showAddress(address), address);
      assert.ok(!isShownOnly(address));
    }
  });

  it('never throws and is idempotent', () => {
    const parts = ['?', '&', '=', '#', '%', '/', '@', 'key', 'a', ':', '%3F'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...parts) }), (address) => {
        const shown = showAddress(address);
        assert.equal(showAddress(shown), shown);
      }),
    );
  });

  it('takes linear time for long texts', () => {
    for (const part of ['?', '/', '//', '@', '=', '&a=', '%', 'a', '1', '//@']) {
      for (const text of [part.repeat(200_000), `http://h/?x=${part.repeat(200_000)}`]) {
        assert.ok(showAddress(text).length <= text.length + 100);
      }
    }
  });
});
