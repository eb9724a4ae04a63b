import type { Credentials, Egress } from '@assay/egress';

export interface SearchService {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly baseUrl: string;
}

interface Ask {
  readonly path: string;
  /** Posted where there is one. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

const DEADLINE_MS = 8000;
const MAX_BYTES = 2 * 1024 * 1024;

export async function askJson(
  { egress, credentials, baseUrl }: SearchService,
  { path, body, signal }: Ask,
): Promise<unknown> {
  const response = await egress.open({
    url: baseUrl.replace(/\/+$/, '') + path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials,
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the search failed (HTTP ${response.status})`);
  return JSON.parse(text) as unknown;
}
