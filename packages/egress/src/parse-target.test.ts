import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EgressError } from './egress-error.ts';
import { parseTarget } from './parse-target.ts';

test('parseTarget rejects ambiguous, overlong and non-HTTP URLs', () => {
  for (const text of [
    'not-a-url',
    '//host/path',
    'ftp://host/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://good.com@evil.com/',
    'https://:pw@evil.com/',
    'https://good.com\\@evil.com/',
    'https://host/?key=[secret]',
    `https://host/${'x'.repeat(2048)}`,
  ]) {
    assert.throws(
      () => parseTarget(text),
      (error) => error instanceof EgressError && error.kind === 'bad_endpoint',
      text.slice(0, 50),
    );
  }
});

test('parseTarget accepts ordinary URLs', () => {
  for (const text of ['http://127.0.0.1:8000', 'https://api.x.ai/v1?version=2', 'HTTPS://Host/']) {
    assert.ok(parseTarget(text) instanceof URL);
  }
});
