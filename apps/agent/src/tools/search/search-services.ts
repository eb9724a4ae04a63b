import { parseJson } from '@fairtrial/contracts';
import type { Credentials, Egress } from '@fairtrial/egress';
import { z } from 'zod';
import type { Search, SearchResult } from './web-search.ts';

export interface SearchService {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly baseUrl: string;
}

interface SearchRequest {
  readonly path: string;
  /** Sent as POST if present, otherwise GET. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

/** See https://docs.tavily.com. The API key is bound to Tavily's origin. */
export function createTavily(service: SearchService): Search {
  return (query, { results, signal }) =>
    querySearchService(service, { path: '/search', body: { query, max_results: results }, signal });
}

/** A SearXNG instance with JSON output enabled. It ignores the number of results; the tool takes the first ones. */
export function createSearxng(service: SearchService): Search {
  return (query, { signal }) =>
    querySearchService(service, {
      path: `/search?format=json&q=${encodeURIComponent(query)}`,
      signal,
    });
}

const NO_PAGE = { title: '', url: '', content: '' };

/** Search engines omit fields or send null; one such page must not invalidate the other results. */
const Field = z.string().catch('');
const Answer = z.looseObject({
  results: z.array(z.looseObject({ title: Field, url: Field, content: Field }).catch(NO_PAGE)),
});

const TIMEOUT_MS = 8000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Both services answer in the same format. */
async function querySearchService(
  { egress, credentials, baseUrl }: SearchService,
  { path, body, signal }: SearchRequest,
): Promise<readonly SearchResult[]> {
  const response = await egress.open({
    url: baseUrl.replace(/\/+$/, '') + path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials,
    deadlineMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the search failed (HTTP ${response.status})`);
  const { data } = Answer.safeParse(parseJson(text));
  if (data === undefined)
    throw new Error('the answer of the search service has no list of results');
  return data.results.filter(({ title, url, content }) => title + url + content !== '');
}
