import {
  isPermanent,
  parseJson,
  Problem,
  type EndpointErrorKind,
  type JsonPointer,
} from '@assay/contracts';
import { EgressError, type EgressResponse } from '@assay/egress';

/** One try that failed. */
export interface FailedTry {
  readonly state: 'failed';
  readonly kind: EndpointErrorKind;
  readonly status: number | null;
  readonly message: string;
  /** Whether a connection was made: before that, nothing was done or billed. */
  readonly reached: boolean;
  /** Whether the connection was lost on the way: a retry may succeed. */
  readonly cutOff: boolean;
  /** Whether the endpoint itself says that the same request would fail again. */
  readonly permanent: boolean;
  /** Its `Retry-After` header, unparsed. */
  readonly retryAfter: string | undefined;
  /** For an answer without a reply that can be read: where it most likely is; null if that is not known. */
  readonly proposedReply?: JsonPointer | null | undefined;
}

export function failedTry(
  failure: Pick<FailedTry, 'kind' | 'status' | 'message'> & Partial<FailedTry>,
): FailedTry {
  const usual = { reached: true, cutOff: false, permanent: false, retryAfter: undefined };
  return { state: 'failed', ...usual, ...failure };
}

/** A try that got no answer, or not all of one. */
export function failedTryFromEgress({ kind, message, connected, cutOff }: EgressError): FailedTry {
  return failedTry({ kind, status: null, message, reached: connected, cutOff });
}

/** `undefined` for a success. */
export function errorKindForStatus(status: number): EndpointErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 400 ? 'http' : 'bad_response';
}

const REASONS: Readonly<Partial<Record<number, string>>> = {
  404: 'there is nothing at this address, or no such model',
  405: 'this address does not take such requests',
};

export function messageForStatus(status: number, body: string): string {
  if (status >= 300 && status < 400 && status !== 304) {
    return `the endpoint redirects (HTTP ${status}), and redirects are not followed`;
  }
  const said = body.trim().slice(0, 300);
  const reason = REASONS[status] ?? 'the endpoint refused the request';
  return `${reason} (HTTP ${status})${said === '' ? '' : `: ${said}`}`;
}

/**
 * Whether an error response says itself that a retry cannot help: with the header that OpenAI's clients know,
 * or as a problem document with one of our permanent codes.
 */
export function isPermanentError(
  { headers }: Pick<EgressResponse, 'headers'>,
  body: string,
): boolean {
  if (headers['x-should-retry'] === 'false') return true;
  if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
  const { data } = Problem.safeParse(parseJson(body));
  return data !== undefined && isPermanent(data.code);
}

/** Returns the response of a successful request, else why it failed. */
export async function openOrFail(
  send: () => Promise<EgressResponse>,
): Promise<EgressResponse | FailedTry> {
  try {
    const response = await send();
    const { status, headers } = response;
    const kind = errorKindForStatus(status);
    if (kind === undefined) return response;
    const body = await response.text();
    const message = messageForStatus(status, body);
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    return failedTry({
      kind,
      status,
      message,
      retryAfter,
      permanent: isPermanentError(response, body),
    });
  } catch (thrown) {
    if (!(thrown instanceof EgressError)) throw thrown;
    return failedTryFromEgress(thrown);
  }
}
