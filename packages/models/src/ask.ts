import type { EndpointErrorKind } from '@assay/contracts';
import { EgressError, readText, type Credentials, type Egress } from '@assay/egress';
import { kindOfStatus, messageOfStatus } from './kind-of-status.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import type { WireProtocol } from './protocols/wire-protocol.ts';
import { readReply } from './read-reply.ts';

export interface AskOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly deadlineMs: number;
}

export interface Target {
  readonly url: string;
  readonly protocol: WireProtocol;
}

const MAX_BYTES = 4 * 1024 * 1024;
/** Before a connection was made nobody has done any work, so asking again costs nothing. */
const CONNECT_TRIES = 2;

/** Asks a model once; a connection that could not be made is tried a second time. */
export async function ask(
  options: AskOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome> {
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  for (let tries = 1; ; tries += 1) {
    try {
      const remaining = Math.max(1, options.deadlineMs - elapsed());
      return await askOnce({ ...options, deadlineMs: remaining }, target, { call, tries, elapsed });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      const mayHeal = error.kind === 'connect' || error.kind === 'timeout';
      if (mayHeal && !error.connected && tries < CONNECT_TRIES) continue;
      const { kind, message } = error;
      const sent = kind === 'bad_endpoint' || kind === 'blocked' ? 0 : tries;
      return {
        state: 'failed',
        error: { kind, status: null, message, tries: sent, elapsed_ms: elapsed() },
      };
    }
  }
}

interface Try {
  readonly call: ModelCall;
  readonly tries: number;
  readonly elapsed: () => number;
}

async function askOnce(
  { egress, credentials, deadlineMs }: AskOptions,
  { url, protocol }: Target,
  { call, tries, elapsed }: Try,
): Promise<ModelOutcome> {
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
  const { status } = response;
  const body = await readText(response.body);
  const failed = (kind: EndpointErrorKind, message: string): ModelOutcome => ({
    state: 'failed',
    error: { kind, status, message, tries, elapsed_ms: elapsed() },
  });
  const kind = kindOfStatus(status);
  if (kind === 'auth') return failed(kind, authMessage(url, status, credentials));
  if (kind !== undefined) return failed(kind, messageOfStatus(status, body));
  const reading = readReply(body, String(response.headers['content-type'] ?? ''));
  if (reading.state === 'unreadable') return failed('bad_response', reading.message);
  const { text, metadata, usage, flags } = reading;
  return { state: 'answered', text, metadata, usage, flags, elapsedMs: elapsed() };
}

function authMessage(address: string, status: number, credentials: Credentials): string {
  const url = new URL(address);
  if (credentials.find(url) !== undefined) {
    return `the endpoint refused the key bound to ${url.origin} (HTTP ${status})`;
  }
  return `no key is bound to ${url.origin}; set ENDPOINT_URL and ENDPOINT_API_KEY (HTTP ${status})`;
}
