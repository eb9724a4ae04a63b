import { z } from 'zod';
import { askJson, type SearchService } from './ask-json.ts';
import type { Search } from './web-search.ts';

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({ title: z.string(), url: z.string(), content: z.string().default('') }),
  ),
});

/** https://docs.tavily.com; its key is bound to its origin. */
export function createTavily(service: SearchService): Search {
  return async (query, { results, signal }) => {
    const body = { query, max_results: results };
    const answer = await askJson(service, { path: '/search', body, signal });
    return Answer.parse(answer).results;
  };
}
