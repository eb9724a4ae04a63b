import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicUrl } from './is-public-url.ts';

test('an https URL with a domain name or a public IP address is public', () => {
  for (const url of [
    'https://images.example.com/cat.png?size=2',
    'https://8.8.8.8/x',
    'https://[2606:4700:4700::1111]/x',
    'HTTPS://Example.COM.:8443/',
  ]) {
    assert.ok(isPublicUrl(url), url);
  }
});

test('isPublicUrl rejects other schemes, private names and private addresses in every spelling', () => {
  for (const url of [
    'http://images.example.com/cat.png',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'cat.png',
    '',
    'https://user@example.com/',
    'https://localhost/',
    'https://printer/',
    'https://printer.local/',
    'https://metadata.google.internal./',
    'https://a.LOCALHOST/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://169。254。169。254/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://0/',
  ]) {
    assert.ok(!isPublicUrl(url), url);
  }
});
