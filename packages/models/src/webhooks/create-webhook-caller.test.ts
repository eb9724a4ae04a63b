import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from './create-webhook-caller.ts';

describe('signWebhook', () => {
  it('signs every body so that the library of Standard Webhooks accepts it, and only with the same secret', () => {
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 });
    fc.assert(
      fc.property(key, fc.json({ stringUnit: 'binary' }), fc.uuid(), (bytes, json, id) => {
        const body = json.toWellFormed();
        const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
        const headers = signWebhook(secret, { id, body, sentAt: new Date() });
        assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
        assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
        const other = `whsec_${Buffer.from(bytes.map((byte) => byte ^ 1)).toString('base64')}`;
        assert.throws(() => new Webhook(other).verify(body, headers));
      }),
    );
  });
});
