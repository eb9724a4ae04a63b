import { AppError } from '@fairtrial/contracts';
import {
  createEgress,
  EgressError,
  type Credentials,
  type Egress,
  type EgressResponse,
} from '@fairtrial/egress';

interface AgentOptions {
  readonly url: string;
  /** Sent to the agent backend if it requires a key. */
  readonly credentials: Credentials;
}

export interface ProxiedRequest {
  readonly method: 'GET' | 'POST';
  /** Path below the URL of the agent backend. Only these paths are forwarded. */
  readonly path: '/' | '/studio/models' | '/v1/models';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

interface ProxiedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Forwards requests to the agent backend on behalf of a caller. */
export interface AgentProxy extends AsyncDisposable {
  send(request: ProxiedRequest): Promise<ProxiedResponse>;
}

/** Enough for a long answer with many tool calls; the agent's own limit is lower. */
const DEADLINE_MS = 15 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/**
 * Content types of the agent backend. Other types are from some other server and must not be served from this origin.
 */
const TYPES = ['application/json', 'application/problem+json', 'text/event-stream'];

/** Requests go to this one origin only. */
export function openAgentProxy({ url, credentials }: AgentOptions): AgentProxy {
  const { origin } = new URL(url);
  const base = url.replace(/\/+$/, '');
  const egress = createEgress({ mode: 'allowlist', allowedOrigins: [origin] });
  return {
    async send({ path, ...request }) {
      const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, credentials };
      const response = await open(egress, { url: base + path, ...request, ...limits });
      const { status } = response;
      const type = typeOf(response);
      const isRefused = status === 401 || status === 403;
      if (type !== undefined && !isRefused) return { status, type, body: response.body };
      response.discard();
      if (isRefused) throw refused(origin, status);
      throw unavailable(origin, `HTTP ${status} with an unexpected body: check AGENT_URL`);
    },
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

async function open(
  egress: Egress,
  request: Parameters<Egress['open']>[0],
): Promise<EgressResponse> {
  try {
    return await egress.open(request);
  } catch (thrown) {
    if (!(thrown instanceof EgressError)) throw thrown;
    throw unavailable(new URL(request.url).origin, thrown.message, thrown);
  }
}

function typeOf({ headers }: EgressResponse): string | undefined {
  const [name = ''] = String(headers['content-type'] ?? '').split(';');
  return TYPES.find((type) => type === name.trim().toLowerCase());
}

function unavailable(origin: string, why: string, cause?: unknown): AppError {
  return new AppError('agent_unavailable', `the agent backend at ${origin}: ${why}`, { cause });
}

/** A 401 of the agent backend is not the caller's fault: the caller's key was accepted here. */
function refused(origin: string, status: number): AppError {
  const detail = `${origin} answered ${status}: set AGENT_API_KEY to a key that it accepts`;
  return new AppError('agent_auth', detail);
}
