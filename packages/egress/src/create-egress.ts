import { context, propagation } from '@opentelemetry/api';
import { lookup as systemLookup } from 'node:dns';
import { Agent, request as send } from 'undici';
import { noCredentials, type Credentials } from './credentials.ts';
import { EgressError, toEgressError } from './egress-error.ts';
import { guardResponse, type EgressResponse } from './guard-response.ts';
import { guardedConnector, type AddressClass, type Lookup } from './guarded-connector.ts';
import { parseTarget } from './parse-target.ts';
import { startDeadline } from './start-deadline.ts';

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
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: Credentials;
  /** From the first byte of the request to the last of the answer. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The only path for outgoing requests. Rejects with an EgressError, or with the reason of the caller's own abort. */
export interface Egress {
  open(request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const LOCAL: readonly AddressClass[] = ['public', 'local'];
const PUBLIC: readonly AddressClass[] = ['public'];

export function createEgress(options: EgressOptions): Egress {
  const named = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin));
  const { lookup = systemLookup } = options;
  const connectors = {
    local: guardedConnector({ allowed: LOCAL, timeoutMs: CONNECT_TIMEOUT_MS, lookup }),
    public: guardedConnector({ allowed: PUBLIC, timeoutMs: CONNECT_TIMEOUT_MS, lookup }),
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
      const { deadlineMs, credentials = noCredentials } = request;
      const bound = credentials.find(url);
      const deadline = startDeadline(request.signal, deadlineMs);
      const response = await send(url, {
        dispatcher: agent,
        method: request.method,
        body: request.body ?? null,
        headers: {
          'user-agent': 'assay',
          'accept-encoding': 'identity',
          ...request.headers,
          ...traceHeaders(),
          ...bound?.headers,
        },
        signal: deadline.signal,
      }).catch((thrown: unknown) => {
        deadline.clear();
        request.signal.throwIfAborted();
        throw toEgressError(thrown, deadlineMs);
      });
      return guardResponse(response, { ...request, redactor: bound?.redactor, deadline });
    },
    close: () => agent.close(),
  };
}

/** The trace this request belongs to, where traces are kept. */
function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
