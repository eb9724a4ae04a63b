import { loadRunHead } from '../runs/read/load-run.ts';
import { ExportFormat } from '@fairtrial/contracts';
import { problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { exportRun } from '../exports/export-run.ts';
import { projectOf, RunParams, toRunId, sendPieces, type ExportServices } from './route-helpers.ts';

const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly extension: string }>> =
  {
    json: { type: 'application/json', extension: 'json' },
    jsonl: { type: 'application/jsonl', extension: 'jsonl' },
    csv: { type: 'text/csv', extension: 'csv' },
    junit: { type: 'application/xml', extension: 'xml' },
    md: { type: 'text/markdown', extension: 'md' },
  };

/** `GET /runs/{run_id}/export`: a finished run as a file. */
export function addExport(server: Server, { database, exportGuard }: ExportServices): void {
  server.get(
    '/runs/:run_id/export',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      preHandler: exportGuard,
      schema: {
        tags: ['runs'],
        summary: 'Export a finished run as a file',
        description:
          'json: the result. jsonl and csv: one line per interaction. junit: a report for continuous integration. ' +
          'md: a short report for a pull request.',
        params: RunParams,
        querystring: z.object({ format: ExportFormat.default('json') }),
        produces: Object.values(FILES).map(({ type }) => type),
        response: { 200: z.string(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const head = await loadRunHead(database, projectOf(request), toRunId(request.params.run_id));
      const pieces = await exportRun(database, head, format);
      const { type, extension } = FILES[format];
      const name = fileName(head.name, head.id, extension);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return sendPieces(reply, type, pieces);
    },
  );
}

const MAX_NAME_LENGTH = 80;

/**
 * A name that every file system accepts and no header parser misreads: ASCII letters, digits, - and _. The end of the
 * run id distinguishes two runs of one test.
 */
export function fileName(testName: string, runId: string, extension: string): string {
  const words = testName
    .slice(0, 4 * MAX_NAME_LENGTH)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'run' : words}-${runId.slice(-8)}.${extension}`;
}
