import { loadRunHead } from '../runs/read/load-run.ts';
import type { RunFeeds } from '../runs/events/run-feed.ts';
import {
  lastEventId,
  problemResponse,
  sendEvents,
  NO_HANDLER_TIMEOUT,
  type Server,
  type ServerEvent,
} from '@fairtrial/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import type { RunEvent } from '../db/runs/list-events.ts';
import { projectOf, RunParams, toRunId } from './route-helpers.ts';

interface Services {
  readonly database: Database;
  readonly feeds: RunFeeds;
  /** Aborts when the process shuts down: readers reconnect to another process and miss nothing. */
  readonly draining: AbortSignal;
}

/** `GET /runs/{run_id}/events`: streams the events of a run. */
export function addEvents(server: Server, { database, feeds, draining }: Services): void {
  server.get(
    '/runs/:run_id/events',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'read' },
      schema: {
        tags: ['runs'],
        summary: 'Stream the events of a run as server-sent events',
        description:
          'Ids are consecutive. A client that reconnects with `Last-Event-ID` misses no event.',
        params: RunParams,
        produces: ['text/event-stream'],
        response: { 200: z.string(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const head = await loadRunHead(database, projectOf(request), toRunId(request.params.run_id));
      const after = toSeq(lastEventId(request));
      return sendEvents(reply, (caller) => {
        const signal = AbortSignal.any([caller, draining]);
        return toServerEvents(feeds.follow(head.id, after, signal));
      });
    },
  );
}

/** 0, the start, if the id is not a sequence number. */
function toSeq(id: string | undefined): number {
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

async function* toServerEvents(events: AsyncIterable<RunEvent>): AsyncGenerator<ServerEvent> {
  for await (const { seq, kind, data } of events) yield { id: String(seq), event: kind, data };
}
