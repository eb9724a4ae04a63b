import type { EndpointErrorKind } from '@assay/contracts';
import { EgressError, type Credentials, type Egress } from '@assay/egress';
import { kindOfStatus, messageOfStatus } from './kind-of-status.ts';
import type { ModelCall } from './model-call.ts';
import type { WireProtocol } from './protocols/wire-protocol.ts';
import { readReply, type Reading } from './read-reply.ts';

export interface Target {
  readonly url: string;
  readonly protocol: WireProtocol;
}

export interface SendOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly deadlineMs: number;
}

/** One try that came to nothing. */
export interface FailedTry {
  readonly state: 'failed';
  readonly kind: EndpointErrorKind;
  readonly status: number | null;
  readonly message: string;
  /** Whether anybody was there: before that, nobody has done or billed anything. */
  readonly reached: boolean;
  /** Whether the connection was lost on the way, which the next one may not be. */
  readonly cutOff: boolean;
  /** What the endpoint asked for, as it put it. */
  readonly retryAfter: string | undefined;
}

export type Try = Extract<Reading, { state: 'text' }> | FailedTry;

const MAX_BYTES = 4 * 1024 * 1024;

/** Sends a call once and reads what comes back. Throws nothing but the abort of its caller. */
export async function sendOnce(
  options: SendOptions,
  target: Target,
  call: ModelCall,
): Promise<Try> {
  try {
    return await send(options, target, call);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const { kind, message, connected, cutOff } = error;
    return { ...failed(kind, null, message), reached: connected, cutOff };
  }
}

async function send(
  { egress, credentials, deadlineMs }: SendOptions,
  { url, protocol }: Target,
  call: ModelCall,
): Promise<Try> {
  const response = await egress.open({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/plain',
      ...protocol.headers(call),
      ...call.headers,
    },
    body: JSON.stringify(protocol.body(call)),
    credentials,
    deadlineMs,
    maxBytes: MAX_BYTES,
    signal: call.signal,
  });
  const { status, headers } = response;
  const body = await response.text();
  const kind = kindOfStatus(status);
  if (kind === 'auth') return failed(kind, status, authMessage(url, status, credentials));
  if (kind !== undefined) {
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    return { ...failed(kind, status, messageOfStatus(status, body)), retryAfter };
  }
  const reading = readReply(body, String(headers['content-type'] ?? ''));
  return reading.state === 'text' ? reading : failed('bad_response', status, reading.message);
}

function failed(kind: EndpointErrorKind, status: number | null, message: string): FailedTry {
  return {
    state: 'failed',
    kind,
    status,
    message,
    reached: true,
    cutOff: false,
    retryAfter: undefined,
  };
}

function authMessage(address: string, status: number, credentials: Credentials): string {
  const url = new URL(address);
  if (credentials.find(url) !== undefined) {
    return `the endpoint refused the key bound to ${url.origin} (HTTP ${status})`;
  }
  return `no key is bound to ${url.origin}; set ENDPOINT_URL and ENDPOINT_API_KEY (HTTP ${status})`;
}
