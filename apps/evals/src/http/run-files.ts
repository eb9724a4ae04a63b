import type { ExportFormat } from '@fairtrial/contracts';
import {
  addRoute,
  lastEventId,
  sendEvents,
  type Server,
  type ServerEvent,
} from '@fairtrial/server';
import type { Database } from '../db/connection/open-database.ts';
import type { RunEvent } from '../db/runs/list-events.ts';
import { exportRun } from '../exports/export-run.ts';
import type { RunFeeds } from '../runs/events/run-feed.ts';
import { loadRunHead } from '../runs/find/load-run.ts';
import { runOf, sendPieces, type ExportServices } from './route-helpers.ts';

interface EventServices {
  readonly database: Database;
  readonly feeds: RunFeeds;
  /** Aborts when the process shuts down: readers reconnect to another process and miss nothing. */
  readonly draining: AbortSignal;
}

/** `GET /runs/{run_id}/events`: streams the events of a run. */
export function addEvents(server: Server, { database, feeds, draining }: EventServices): void {
  addRoute(server, 'GET /runs/:run_id/events', async (request, reply) => {
    const { project, runId } = runOf(request);
    const head = await loadRunHead(database, project, runId);
    const after = toSeq(lastEventId(request));
    return sendEvents(reply, (caller) => {
      const signal = AbortSignal.any([caller, draining]);
      return toServerEvents(feeds.follow(head.id, after, signal));
    });
  });
}

/** 0, the start, if the id is not a sequence number. */
function toSeq(id: string | undefined): number {
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

async function* toServerEvents(events: AsyncIterable<RunEvent>): AsyncGenerator<ServerEvent> {
  for await (const { seq, kind, data } of events) yield { id: String(seq), event: kind, data };
}

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
  addRoute(
    server,
    'GET /runs/:run_id/export',
    async (request, reply) => {
      const { format } = request.query;
      const { project, runId } = runOf(request);
      const head = await loadRunHead(database, project, runId);
      const pieces = await exportRun(database, head, format);
      const { type, extension } = FILES[format];
      const name = fileName(head.name, head.id, extension);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return sendPieces(reply, type, pieces);
    },
    { preHandler: exportGuard },
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
