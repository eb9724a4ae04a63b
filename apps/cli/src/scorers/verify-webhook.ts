import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface SignedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly now: Date;
}

const MAX_AGE_SECONDS = 300;

/** True if a message is a Standard Webhook that was signed with this secret in the last five minutes. */
export function verifyWebhook(secret: string, { headers, body, now }: SignedMessage): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': sent } = headers;
  const age = now.getTime() / 1000 - Number(timestamp);
  if (typeof sent !== 'string' || !(Math.abs(age) <= MAX_AGE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${String(id)}.${String(timestamp)}.${body}`);
  const signature = Buffer.from(`v1,${expected.digest('base64')}`);
  // A sender that changes its secret sends several signatures.
  return sent.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === signature.length && timingSafeEqual(given, signature);
  });
}
