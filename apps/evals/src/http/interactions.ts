import { loadRunHead } from '../runs/read/load-run.ts';
import {
  boundedText,
  CHECK_TYPES,
  INPUT_LIMITS,
  InteractionList,
  InteractionView,
  Outcome,
} from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { listInteractions, viewInteraction } from '../runs/read/list-interactions.ts';
import {
  projectOf,
  ordinal,
  pageSize,
  RunParams,
  searchText,
  share,
  toRunId,
  type SearchServices,
} from './route-helpers.ts';

const tags = ['runs'];

const Query = z.object({
  scenario: ordinal().optional(),
  attempt: ordinal().optional(),
  turn: ordinal().optional(),
  outcome: Outcome.optional(),
  below: share().optional().describe('Only interactions with a lower `overall` score.'),
  passed: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  failed_check: z
    .enum([...CHECK_TYPES, 'any'])
    .optional()
    .describe('Only interactions that failed a check of this type; `any`: of any type.'),
  flag: searchText().optional(),
  q: searchText().optional().describe('Text contained in the reply.'),
  sort: z.enum(['position', 'overall', '-overall', 'latency', '-latency']).default('position'),
  cursor: boundedText(INPUT_LIMITS.url_chars)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
  limit: pageSize(100, 1000),
});

/** `GET /runs/{run_id}/interactions`, and a single interaction in full. */
export function addInteractions(server: Server, { database, searchGuard }: SearchServices): void {
  server.get(
    '/runs/:run_id/interactions',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'List the interactions of a run without their full texts',
        params: RunParams,
        querystring: Query,
        response: { 200: InteractionList, default: problemResponse },
      },
    },
    async (request) => {
      const head = await loadRunHead(database, projectOf(request), toRunId(request.params.run_id));
      const { scenario, attempt, turn, outcome, below, passed, flag, q, cursor, ...rest } =
        request.query;
      const failedCheck = rest.failed_check;
      const position = { scenario, attempt, turn };
      const filters = { ...position, outcome, below, passed, failedCheck, flag, q, cursor };
      return listInteractions(database, head.id, { ...filters, ...rest });
    },
  );
  server.get(
    '/runs/:run_id/turns/:scenario/:attempt/:turn',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Get one interaction with all its texts',
        params: RunParams.extend({ scenario: ordinal(), attempt: ordinal(), turn: ordinal() }),
        response: { 200: InteractionView, default: problemResponse },
      },
    },
    async (request) => {
      const { run_id, ...position } = request.params;
      const head = await loadRunHead(database, projectOf(request), toRunId(run_id));
      return viewInteraction(database, head.id, position);
    },
  );
}
