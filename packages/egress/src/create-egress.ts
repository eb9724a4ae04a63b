import { lookup as systemLookup } from 'node:dns';
import type { Readable } from 'node:stream';
import { Agent, request as send } from 'undici';
import type { AddressClass } from './address-class.ts';
import { noCredentials, type Credentials } from './credentials.ts';
import { EgressError } from './egress-error.ts';
import { EVENT_LIMITS, guardEvents } from './guard-events.ts';
import { guardedConnector, type Lookup } from './guarded-connector.ts';
import { parseTarget } from './parse-target.ts';
import { cappedChunks } from './capped-chunks.ts';
import { isTimeout, timedOut, toEgressError } from './to-egress-error.ts';
import { withoutSecret } from './without-secret.ts';

/** public: the internet only. allowlist: named origins only. local: this machine and its network too. */
export type EgressMode = 'public' | 'allowlist' | 'local';

export interface EgressOptions {
  readonly mode: EgressMode;
  /** Origins the operator wrote into the environment: allowed in every mode, private ones too. */
  readonly allowedOrigins: readonly string[];
  readonly lookup?: Lookup;
}

export interface EgressRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: Credentials;
  /** From the first byte of the request to the last of the answer. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** For an answer whose body nobody will read. */
  readonly discard: () => void;
}

/** The one way out. Rejects with an EgressError, or with the reason of the caller's own abort. */
export interface Egress {
  open(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}

const CONNECT_MS = 5000;
const LOCAL: readonly AddressClass[] = ['public', 'local'];
const PUBLIC: readonly AddressClass[] = ['public'];

export function createEgress(options: EgressOptions): Egress {
  const named = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin));
  const { lookup = systemLookup } = options;
  const connectors = {
    local: guardedConnector({ allowed: LOCAL, timeoutMs: CONNECT_MS, lookup }),
    public: guardedConnector({ allowed: PUBLIC, timeoutMs: CONNECT_MS, lookup }),
  };
  const agent = new Agent({
    headersTimeout: 0, // one deadline covers the whole request
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    connect(target, done) {
      const origin = `${target.protocol}//${target.host ?? target.hostname}`;
      const trusted = options.mode === 'local' || named.has(new URL(origin).origin);
      connectors[trusted ? 'local' : 'public'](target, done);
    },
  });

  return {
    async open(request) {
      const url = parseTarget(request.url);
      if (options.mode === 'allowlist' && !named.has(url.origin)) {
        throw new EgressError('blocked', `${url.origin} is not among the allowed origins`);
      }
      const { deadlineMs, maxBytes, credentials = noCredentials } = request;
      const bound = credentials.find(url);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)]);
      const response = await send(url, {
        dispatcher: agent,
        method: request.method,
        body: request.body ?? null,
        headers: {
          'user-agent': 'assay',
          'accept-encoding': 'identity',
          ...request.headers,
          ...bound?.headers,
        },
        signal,
      }).catch((thrown: unknown) => {
        request.signal.throwIfAborted();
        throw toEgressError(thrown, deadlineMs);
      });
      refuseEncoded(response);
      const capped = cappedChunks(response.body, maxBytes);
      const clean = bound === undefined ? capped : withoutSecret(capped, bound.secret);
      const letGo = (): void => discard(response.body);
      const body = isEventStream(response.headers)
        ? guardEvents({ chunks: clean, discard: letGo }, EVENT_LIMITS)
        : clean;
      return {
        status: response.statusCode,
        headers: response.headers,
        body: namedFaults(body, request),
        discard: letGo,
      };
    },
    close: () => agent.close(),
  };
}

function isEventStream(headers: EgressResponse['headers']): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream');
}

function discard(body: Readable): void {
  body.on('error', () => undefined).destroy(); // it complains of being destroyed, to nobody
}

/** We ask for plain bytes; what comes packed all the same could unpack to anything. */
function refuseEncoded({ headers, body }: Awaited<ReturnType<typeof send>>): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  discard(body);
  throw new EgressError('bad_response', `the answer is packed as ${String(encoding)}`, {
    connected: true,
  });
}

async function* namedFaults(
  body: AsyncIterable<Uint8Array>,
  { signal, deadlineMs }: EgressRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof EgressError) throw thrown;
    if (isTimeout(thrown)) throw timedOut(deadlineMs, thrown);
    throw new EgressError('bad_response', 'the answer was cut off', {
      cause: thrown,
      connected: true,
      cutOff: true,
    });
  }
}
