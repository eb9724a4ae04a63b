import type { Credentials, Egress } from '@assay/egress';
import { z } from 'zod';
import type { SearchResult } from './web-search.ts';

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

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({ title: z.string(), url: z.string(), content: z.string().default('') }),
  ),
});

const DEADLINE_MS = 8000;
const MAX_BYTES = 2 * 1024 * 1024;

/** What a search service finds; those we speak to say it in the same words. */
export async function askSearch(
  { egress, credentials, baseUrl }: SearchService,
  { path, body, signal }: Ask,
): Promise<readonly SearchResult[]> {
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
  return Answer.parse(JSON.parse(text)).results;
}
