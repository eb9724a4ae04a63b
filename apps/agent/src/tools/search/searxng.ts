import { z } from 'zod';
import { askJson, type SearchService } from './ask-json.ts';
import type { Search } from './web-search.ts';

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({ title: z.string(), url: z.string(), content: z.string().default('') }),
  ),
});

/** A SearXNG instance with its JSON format switched on. */
export function createSearxng(service: SearchService): Search {
  return async (query, { results, signal }) => {
    const path = `/search?format=json&q=${encodeURIComponent(query)}`;
    const answer = Answer.parse(await askJson(service, { path, signal }));
    return answer.results.slice(0, results);
  };
}
