import { EgressError, type Egress } from '@fairtrial/egress';
import { createHmac, randomUUID } from 'node:crypto';
import { failedTryFromEgress, openOrFail, retry, type FailedTry } from '../calls/failed-try.ts';

interface WebhookOptions {
  readonly egress: Egress;
  readonly url: string;
  /** `whsec_` and the base64 of the key that signs the calls. */
  readonly secret: string;
  /** Timeout of one try. */
  readonly deadlineMs: number;
}

interface Answered {
  readonly state: 'answered';
  readonly text: string;
}

type WebhookAnswer = Answered | Pick<FailedTry, 'state' | 'kind' | 'message'>;

/** Sends a JSON text and returns the text of the answer. Only the caller's abort reason is thrown. */
export type CallWebhook = (body: string, signal: AbortSignal) => Promise<WebhookAnswer>;

const MAX_BYTES = 1024 * 1024;
const RETRIES = 2;
const MAX_PAUSE_MS = 5000;

/** Calls a program of the operator. Each call is signed as a Standard Webhook. */
export function createWebhookCaller({
  egress,
  url,
  secret,
  deadlineMs,
}: WebhookOptions): CallWebhook {
  async function callOnce(
    body: string,
    id: string,
    signal: AbortSignal,
  ): Promise<Answered | FailedTry> {
    const opened = await openOrFail(() =>
      egress.open({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...signWebhook(secret, { id, body, sentAt: new Date() }),
        },
        body,
        deadlineMs,
        maxBytes: MAX_BYTES,
        signal,
      }),
    );
    if ('state' in opened) return opened;
    try {
      return { state: 'answered', text: await opened.text() };
    } catch (thrown) {
      if (thrown instanceof EgressError) return failedTryFromEgress(thrown);
      throw thrown;
    }
  }

  return async (body, signal) => {
    const id = `msg_${randomUUID()}`;
    const { answer } = await retry(() => callOnce(body, id, signal), {
      retries: RETRIES,
      signal,
      mayPause: (ms) => ms <= MAX_PAUSE_MS,
    });
    return answer;
  };
}

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
