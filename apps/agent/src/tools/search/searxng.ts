import { askSearch, type SearchService } from './ask-search.ts';
import type { Search } from './web-search.ts';

/** A SearXNG instance with its JSON format switched on. It gives what it has; the tool takes the first. */
export function createSearxng(service: SearchService): Search {
  return (query, { signal }) =>
    askSearch(service, { path: `/search?format=json&q=${encodeURIComponent(query)}`, signal });
}
