import { loadRunHead } from '../runs/read/load-run.ts';
import { findResult, withoutTurns, writeAnswer } from '../runs/read/run-result.ts';
import { type RunHead, RunId, RunList, RunState, RunView } from '@fairtrial/contracts';
import { problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { hasResult } from '../db/runs/run.ts';
import { viewRun, listRuns } from '../runs/read/view-run.ts';
import {
  projectOf,
  pageSize,
  RunParams,
  searchText,
  toRunId,
  JSON_TYPE,
  sendPieces,
  type ExportServices,
} from './route-helpers.ts';

const tags = ['runs'];

const Query = z.object({
  state: RunState.optional(),
  model_id: searchText().optional(),
  tag: searchText().optional(),
  pinned: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('true: only pinned baselines. false: only runs that are not pinned.'),
  test_name: searchText().optional().describe('Exact test name.'),
  q: searchText().optional().describe('Text contained in the test name.'),
  id_prefix: z
    .string()
    .regex(/^[0-9a-f-]{4,36}$/i, 'must be the first 4 or more characters of a run id')
    .optional()
    .describe('First 4 or more characters of the run id.'),
  cursor: RunId.optional().describe('The `next_cursor` of the previous page.'),
  limit: pageSize(50, 200),
});

/** `GET /runs` and `GET /runs/{run_id}`. */
export function addRuns(server: Server, { database, exportGuard }: ExportServices): void {
  server.get(
    '/runs',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'List the runs of the project, newest first',
        querystring: Query,
        response: { 200: RunList, default: problemResponse },
      },
    },
    (request) => listRuns(database, projectOf(request), request.query),
  );
  server.get(
    '/runs/:run_id',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Get a run and, once it is finished, its result',
        params: RunParams,
        querystring: z.object({
          interactions: z
            .enum(['true', 'false'])
            .default('true')
            .describe('false omits the interactions from the result.'),
        }),
        response: { 200: RunView, default: problemResponse },
      },
    },
    async (request, reply) => {
      const id = toRunId(request.params.run_id);
      const head = await loadRunHead(database, projectOf(request), id);
      // With interactions, a result is as large as an export.
      if (hasResult(head) && request.query.interactions === 'true') {
        await exportGuard(request, reply);
      }
      // Callers that poll an unfinished run do not need its plan, so it is not read.
      const found = hasResult(head) ? await findResult(database, id) : undefined;
      const result = found && request.query.interactions === 'false' ? withoutTurns(found) : found;
      return sendPieces(reply, JSON_TYPE, writeView(viewRun(head), result && writeAnswer(result)));
    },
  );
}

async function* writeView(
  head: RunHead,
  result: AsyncIterable<string> | undefined,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"result":`;
  if (result === undefined) yield 'null';
  else yield* result;
  yield '}';
}
