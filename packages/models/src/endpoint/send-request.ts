import { EgressError, pathSegments, type Credentials, type Egress } from '@fairtrial/egress';
import type { Answer, ParsedReply } from '../replies/read-reply.ts';
import {
  errorKindForStatus,
  failedTry,
  failedTryFromEgress,
  isPermanentError,
  messageForStatus,
  type FailedTry,
} from '../calls/failed-try.ts';
import type { Exchange, ExchangeResponse, ModelCall, WireProtocol } from '../calls/model-call.ts';

export interface Target {
  readonly url: string;
  readonly protocol: WireProtocol;
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT' | 'GET' | undefined;
}

/** Reads a successful response to a call. */
export type Read = (answer: Pick<Answer, 'body' | 'contentType'>, call: ModelCall) => ParsedReply;

export interface SendOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly deadlineMs: number;
  /** Latest time to start the request, by performance.now(). */
  readonly startBy?: number | undefined;
  readonly read: Read;
}

export type TryResult = Extract<ParsedReply, { state: 'text' }> | FailedTry;

const MAX_BYTES = 4 * 1024 * 1024;

/** Sends a call once and parses the response. Only throws the caller's abort reason, or a `StartedTooLateError`. */
export async function sendRequest(
  options: SendOptions,
  target: Target,
  call: ModelCall,
): Promise<TryResult> {
  const request = toRequest(target, call);
  const report = (response: ExchangeResponse | undefined): void =>
    call.onExchange?.({ ...request, url: URL.parse(request.url)?.href ?? request.url, response });
  try {
    const { credentials, egress, deadlineMs, startBy } = options;
    const { body, ...rest } = request;
    const answer = await egress.read({
      ...rest,
      ...(body === undefined ? {} : { body }),
      credentials,
      deadlineMs,
      maxBytes: MAX_BYTES,
      startBy,
      signal: call.signal,
    });
    const { status, text, headers } = answer;
    report({ status, text, setsCookie: headers['set-cookie'] !== undefined });
    return readAnswer(answer, { options, url: target.url, call });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.kind !== 'bad_endpoint' && error.kind !== 'blocked') report(undefined);
    return failedTryFromEgress(error);
  }
}

type PreparedRequest = Omit<Exchange, 'response' | 'method'> & {
  readonly method: 'POST' | 'PUT' | 'GET';
};

function toRequest({ url, protocol, method = 'POST' }: Target, call: ModelCall): PreparedRequest {
  const body = protocol.body(call);
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    accept: 'application/json, text/plain',
    ...protocol.headers(call),
    ...call.headers,
  };
  return { method, url, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}

interface Sent {
  readonly options: SendOptions;
  readonly url: string;
  readonly call: ModelCall;
}

function readAnswer(
  answer: Awaited<ReturnType<Egress['read']>>,
  { options: { credentials, read }, url, call }: Sent,
): TryResult {
  const { status, headers, text: body } = answer;
  const kind = errorKindForStatus(status);
  if (kind === 'auth') {
    return failedTry({ kind, status, message: authMessage(url, status, credentials) });
  }
  if (kind !== undefined) {
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    const message = messageForStatus(status, body);
    const permanent = isPermanentError(answer, body);
    return failedTry({ kind, status, message, retryAfter, permanent });
  }
  const contentType = String(headers['content-type'] ?? '').toLowerCase();
  const reading = read({ body, contentType }, call);
  if (reading.state === 'text') return reading;
  const { state: _, ...unread } = reading;
  return failedTry({ kind: 'bad_response', status, ...unread });
}

function authMessage(address: string, status: number, credentials: Credentials): string {
  const url = new URL(address);
  const shown = url.origin + url.pathname;
  if (credentials.find(url) !== undefined) {
    return `the endpoint refused the key bound to ${shown} (HTTP ${status})`;
  }
  if (pathSegments(url) === undefined) {
    return (
      `no key was sent to ${shown}: the path has an encoded / or %, or dots that servers read in different ways, ` +
      `and a key that is bound to a path is not sent there; bind the key to the origin, ${url.origin} (HTTP ${status})`
    );
  }
  return `no key is bound to ${shown}; add it to ENDPOINTS (HTTP ${status})`;
}
