import { loadRunHead } from '../runs/read/load-run.ts';
import {
  boundedName,
  boundedText,
  INPUT_LIMITS,
  RowSort,
  RowStatus,
  RunBreakdown,
  RunFigures,
  RunRowList,
  type RunId,
} from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { RunHead } from '../db/runs/run-head.ts';
import { countInteractionRows } from '../db/turns/interaction-rows.ts';
import { countTurns } from '../db/turns/count-turns.ts';
import { breakDownRun } from '../runs/read/break-down-run.ts';
import { createPlannedTurnCache } from '../runs/read/planned-turns.ts';
import { listRunRows } from '../runs/read/list-run-rows.ts';
import {
  projectOf,
  pageSize,
  RunParams,
  searchText,
  share,
  toRunId,
  type SearchServices,
} from './route-helpers.ts';

const tags = ['runs'];

const pass_threshold = share()
  .optional()
  .describe(
    'Minimum `overall` score to pass, for this response only. Default: the pass rule of the run.',
  );

const Query = z.object({
  pass_threshold,
  status: RowStatus.optional(),
  below: share().optional().describe('Only rows with a lower mean.'),
  above: share().optional().describe('Only rows with a higher mean.'),
  metadata: z
    .literal('differs')
    .optional()
    .describe('Only rows with an annotation that differs from the expected one.'),
  scenario: searchText().optional().describe('Text contained in the scenario name.'),
  q: searchText().optional().describe('Text contained in the user message or in a reply.'),
  label: searchText()
    .refine((text) => text.includes(':'), 'must be an expected annotation: intent:block_card')
    .optional()
    .describe('An expected annotation, such as `intent:block_card`.'),
  failed_check: searchText()
    .optional()
    .describe(
      'Only rows with a reply that failed the check with this name (as in `/breakdown`) or type; `any`: any check. A check of a conversation belongs to its last row.',
    ),
  given: searchText()
    .refine((text) => text.includes(':'), 'must be a given annotation: intent:block_card')
    .optional()
    .describe(
      'A generated annotation, such as `intent:block_card`. `intent:` finds replies without a value.',
    ),
  baseline: boundedName()
    .optional()
    .describe(
      'A finished run whose means are added as `baseline_mean`. Default: the baseline of the run. `none` omits them.',
    ),
  sort: RowSort.default('score'),
  cursor: boundedText(INPUT_LIMITS.url_chars)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
  limit: pageSize(100, 500),
});

/** `GET /runs/{run_id}/rows`, `/figures` and `/breakdown`: the data for tables and charts of a run. */
export function addRows(server: Server, { database, searchGuard }: SearchServices): void {
  const services = { database, plannedTurns: createPlannedTurnCache() };
  server.get(
    '/runs/:run_id/rows',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'List the interactions of a run, aggregated over their attempts, worst first',
        params: RunParams,
        querystring: Query,
        response: { 200: RunRowList, default: problemResponse },
      },
    },
    async (request) => {
      const project = projectOf(request);
      const head = await loadRunHead(database, project, toRunId(request.params.run_id));
      const runId = head.id;
      const { metadata, q, label, given, baseline, ...rest } = request.query;
      return listRunRows(
        services,
        { project, runId, revision: head.revision },
        {
          passThreshold: rest.pass_threshold,
          status: rest.status,
          below: rest.below,
          above: rest.above,
          scenario: rest.scenario,
          sort: rest.sort,
          cursor: rest.cursor,
          limit: rest.limit,
          metadataDiffers: metadata !== undefined,
          search: q,
          label: label === undefined ? undefined : toLabel(label),
          failedCheck: rest.failed_check,
          given: given === undefined ? undefined : toLabel(given),
          baseline: baselineOf(baseline, head),
        },
      );
    },
  );
  addFigures(server, { database, searchGuard });
  addBreakdown(server, { database, searchGuard });
}

function addFigures(server: Server, { database, searchGuard }: SearchServices): void {
  server.get(
    '/runs/:run_id/figures',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'Get the score distribution, the latency and the number of interactions by status',
        params: RunParams,
        querystring: z.object({ pass_threshold }),
        response: { 200: RunFigures, default: problemResponse },
      },
    },
    async (request): Promise<RunFigures> => {
      const runId = toRunId(request.params.run_id);
      const { id } = await loadRunHead(database, projectOf(request), runId);
      const turns = await countTurns(database, id);
      const rows = await countInteractionRows(database, id, request.query.pass_threshold);
      return { ...turns, rows };
    },
  );
}

function addBreakdown(server: Server, { database, searchGuard }: SearchServices): void {
  server.get(
    '/runs/:run_id/breakdown',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'Count failed checks, and expected and generated labels',
        params: RunParams,
        response: { 200: RunBreakdown, default: problemResponse },
      },
    },
    (request): Promise<RunBreakdown> =>
      breakDownRun(database, {
        project: projectOf(request),
        runId: toRunId(request.params.run_id),
      }),
  );
}

/** The requested baseline, or else the run that it was compared with at its end. */
function baselineOf(asked: string | undefined, { overview }: RunHead): RunId | undefined {
  if (asked === undefined) return overview?.verdict?.baseline_run_id;
  return asked === 'none' ? undefined : toRunId(asked);
}

function toLabel(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
}
