import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const NOW = new Date('2026-01-02T03:04:05Z');

function sign(body: string, at = NOW) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
  };
}

describe('verifyWebhook', () => {
  it('accepts what the library of Standard Webhooks signs', () => {
    const headers = sign('{"turns":[]}');
    assert.ok(verifyWebhook(SECRET, { headers, body: '{"turns":[]}', now: NOW }));
    const rotated = { ...headers, 'webhook-signature': `v1,old ${headers['webhook-signature']}` };
    assert.ok(verifyWebhook(SECRET, { headers: rotated, body: '{"turns":[]}', now: NOW }));
  });

  it('refuses other bodies, other secrets, old messages and missing headers', () => {
    const headers = sign('x');
    const other = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;
    const late = new Date(NOW.getTime() + 301_000);
    assert.ok(!verifyWebhook(SECRET, { headers, body: 'y', now: NOW }));
    assert.ok(!verifyWebhook(other, { headers, body: 'x', now: NOW }));
    assert.ok(!verifyWebhook(SECRET, { headers, body: 'x', now: late }));
    for (const name of Object.keys(headers)) {
      const partial = { ...headers, [name]: undefined };
      assert.ok(!verifyWebhook(SECRET, { headers: partial, body: 'x', now: NOW }), name);
    }
  });
});
