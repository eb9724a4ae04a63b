import { TestHistory } from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { testHistory } from '../runs/history/test-history.ts';
import { projectOf, pageSize, searchText, type SearchServices } from './route-helpers.ts';

const Query = z.object({
  test_name: searchText().describe('Exact test name.'),
  runs: pageSize(14, 50).describe('Number of latest runs.'),
  scenarios: pageSize(30, 500).describe('Maximum number of scenarios.'),
});

/** `GET /history`. */
export function addHistory(server: Server, { database, searchGuard }: SearchServices): void {
  server.get(
    '/history',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags: ['runs'],
        summary: 'List the latest runs of one test, with significant changes by scenario',
        querystring: Query,
        response: { 200: TestHistory, default: problemResponse },
      },
    },
    (request) => testHistory(database, projectOf(request), request.query),
  );
}
