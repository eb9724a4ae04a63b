import { TestHistory } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';
import { z } from 'zod';
import { testHistory } from '../runs/history/test-history.ts';
import { projectOf, pageSize, searchText, type SearchServices } from './route-helpers.ts';

const Query = z.object({
  test_name: searchText().describe('The whole name.'),
  runs: pageSize(14, 50).describe('How many runs, the latest ones.'),
  scenarios: pageSize(30, 500).describe('How many scenarios of them.'),
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
        summary: 'The last runs of one test, and where each changed beyond noise',
        querystring: Query,
        response: { 200: TestHistory, default: problemResponse },
      },
    },
    (request) => testHistory(database, projectOf(request), request.query),
  );
}
