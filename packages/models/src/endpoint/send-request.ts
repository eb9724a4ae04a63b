import type { JsonPointer } from '@assay/contracts';
import { EgressError, type Credentials, type Egress } from '@assay/egress';
import { readReply, type ParsedReply } from '../replies/read-reply.ts';
import {
  errorKindForStatus,
  failedTry,
  failedTryFromEgress,
  isPermanentError,
  messageForStatus,
  type FailedTry,
} from './failed-try.ts';
import type { ModelCall, WireProtocol } from './model-call.ts';

export interface Target {
  readonly url: string;
  readonly protocol: WireProtocol;
}

export interface SendOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly deadlineMs: number;
  /** Latest time to start the request, by performance.now(). */
  readonly startBy?: number | undefined;
  /** Location of the reply in the response; if absent, the known shapes are tried. */
  readonly reply?: JsonPointer | undefined;
}

export type TryResult = Extract<ParsedReply, { state: 'text' }> | FailedTry;

const MAX_BYTES = 4 * 1024 * 1024;

/** Sends a call once and parses the response. Only throws the caller's abort reason, or a `StartedTooLateError`. */
export async function sendRequest(
  options: SendOptions,
  target: Target,
  call: ModelCall,
): Promise<TryResult> {
  try {
    return await send(options, target, call);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return failedTryFromEgress(error);
  }
}

async function send(
  { egress, credentials, deadlineMs, startBy, reply }: SendOptions,
  { url, protocol }: Target,
  call: ModelCall,
): Promise<TryResult> {
  const answer = await egress.read({
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
    startBy,
    signal: call.signal,
  });
  const { status, headers, text: body } = answer;
  const kind = errorKindForStatus(status);
  if (kind === 'auth') {
    return failedTry({ kind, status, message: authMessage(url, status, credentials) });
  }
  if (kind !== undefined) {
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    const message = messageForStatus(status, body);
    return failedTry({
      kind,
      status,
      message,
      retryAfter,
      permanent: isPermanentError(answer, body),
    });
  }
  const contentType = String(headers['content-type'] ?? '').toLowerCase();
  const reading = readReply({ body, contentType, pointer: reply });
  if (reading.state === 'text') return reading;
  const { message, proposedReply } = reading;
  return failedTry({ kind: 'bad_response', status, message, proposedReply });
}

function authMessage(address: string, status: number, credentials: Credentials): string {
  const url = new URL(address);
  const shown = url.origin + url.pathname;
  if (credentials.find(url) !== undefined) {
    return `the endpoint refused the key bound to ${shown} (HTTP ${status})`;
  }
  return `no key is bound to ${shown}; set ENDPOINT_URL and ENDPOINT_API_KEY (HTTP ${status})`;
}
