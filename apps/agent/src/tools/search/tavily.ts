import { askSearch, type SearchService } from './ask-search.ts';
import type { Search } from './web-search.ts';

/** https://docs.tavily.com; its key is bound to its origin. */
export function createTavily(service: SearchService): Search {
  return (query, { results, signal }) =>
    askSearch(service, { path: '/search', body: { query, max_results: results }, signal });
}
