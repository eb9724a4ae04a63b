import { ExportFormat } from '@assay/contracts';
import { problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@assay/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { exportRun } from '../exports/export-run.ts';
import { fileName } from '../exports/file-name.ts';
import { requireRun } from '../runs/read/view-run.ts';
import { projectOf } from './caller-of.ts';
import { RunParams, toRunId } from './run-params.ts';
import { sendPieces } from './send-pieces.ts';

const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly extension: string }>> =
  {
    json: { type: 'application/json', extension: 'json' },
    jsonl: { type: 'application/jsonl', extension: 'jsonl' },
    csv: { type: 'text/csv', extension: 'csv' },
    junit: { type: 'application/xml', extension: 'xml' },
    md: { type: 'text/markdown', extension: 'md' },
  };

/** `GET /runs/{run_id}/export`: a run that is over, as a file. */
export function addExport(server: Server, { database }: { readonly database: Database }): void {
  server.get(
    '/runs/:run_id/export',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      schema: {
        tags: ['runs'],
        summary: 'A run that is over, as a file for other tools',
        description:
          'json: the result. jsonl and csv: one line for each interaction. junit: for continuous integration. ' +
          'md: a short report for a pull request.',
        params: RunParams,
        querystring: z.object({ format: ExportFormat.default('json') }),
        produces: Object.values(FILES).map(({ type }) => type),
        response: { 200: z.string(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const head = await requireRun(database, projectOf(request), toRunId(request.params.run_id));
      const pieces = await exportRun(database, head, format);
      const { type, extension } = FILES[format];
      const name = fileName(head.name, head.id, extension);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return sendPieces(reply, type, pieces);
    },
  );
}
