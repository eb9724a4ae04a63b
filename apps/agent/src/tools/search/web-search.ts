import type { Tool } from '../tool.ts';

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly content: string;
}

export type Search = (
  query: string,
  options: { readonly results: number; readonly signal: AbortSignal },
) => Promise<readonly SearchResult[]>;

const MAX_RESULTS = 8;
const MAX_EXCERPT_LENGTH = 1500;

export function createWebSearch(search: Search): Tool {
  return {
    name: 'web_search',
    description: 'Searches the web and gives the best pages with an excerpt of each.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to search for.' } },
      required: ['query'],
    },
    async run({ query }, signal) {
      if (typeof query !== 'string' || query.trim() === '') throw new Error('query is missing');
      const found = await search(query, { results: MAX_RESULTS, signal });
      if (found.length === 0) return 'No results.';
      // Pages can contain prompt injections, so a tag marks the results as data.
      const pages = found
        .slice(0, MAX_RESULTS)
        .map(({ title, url, content }) =>
          [title, url, content.slice(0, MAX_EXCERPT_LENGTH)]
            .filter((text) => text !== '')
            .join('\n'),
        );
      return `<search-results>\n${pages.join('\n\n')}\n</search-results>`;
    },
  };
}
