import { AppError } from '@assay/contracts';
import {
  createEgress,
  EgressError,
  type Credentials,
  type Egress,
  type EgressResponse,
} from '@assay/egress';

interface AgentOptions {
  readonly url: string;
  /** What it is shown, should it ask for a key. */
  readonly credentials: Credentials;
}

export interface ProxiedRequest {
  readonly method: 'GET' | 'POST';
  /** Below the address of the agent backend: one of those that we know. */
  readonly path: '/' | '/studio/models' | '/v1/models';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface ProxiedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The agent backend, asked on behalf of a caller of ours. */
export interface AgentProxy extends AsyncDisposable {
  send(request: ProxiedRequest): Promise<ProxiedResponse>;
}

/** A long answer with many tools; the agent has a limit of its own below it. */
const DEADLINE_MS = 15 * 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** What the agent backend answers with. Anything else is somebody else's, and no page of ours. */
const TYPES = ['application/json', 'application/problem+json', 'text/event-stream'];

/** Nobody but this one origin is asked. */
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
      throw unavailable(origin, `HTTP ${status} without a body of ours: is AGENT_URL right?`);
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

/** Its 401 is not our caller's: they have shown us a key that we take. */
function refused(origin: string, status: number): AppError {
  const detail = `${origin} answered ${status}: set AGENT_API_KEY to a key that it takes`;
  return new AppError('agent_auth', detail);
}
