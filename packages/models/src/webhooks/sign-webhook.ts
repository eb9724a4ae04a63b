import { createHmac } from 'node:crypto';

interface WebhookMessage {
  /** The same for every try of one message. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

/**
 * Returns the headers that sign a message as a Standard Webhook (https://www.standardwebhooks.com), so that the receiver
 * can tell that it comes from the holder of the secret: `whsec_` and the base64 of a key.
 */
export function signWebhook(
  secret: string,
  { id, body, sentAt }: WebhookMessage,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
