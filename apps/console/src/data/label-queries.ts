import type { Client } from '@fairtrial/client';
import type { LabelItem, LabelSample } from '@fairtrial/contracts';
import { queryOptions } from '@tanstack/react-query';

export interface QueueQuery {
  readonly runId: string;
  /** Number of attempts to draw from each run. */
  readonly n: number;
  /** The second run of a mixed queue. */
  readonly with: string | undefined;
  readonly labeller: string;
}

/** The attempts to label, in order. */
export interface LabelQueue {
  readonly draw: string;
  readonly items: readonly LabelItem[];
}

/** A draw with all its pages. It is not refetched, because saved labels are added to the cached queue. */
export function queueQuery(client: Client, query: QueueQuery) {
  return queryOptions({
    queryKey: ['label-queue', query],
    queryFn: ({ signal }) => loadQueue(client, query, signal),
    staleTime: Infinity,
  });
}

const PAGE_SIZE = 50;

async function loadQueue(
  client: Client,
  { runId, ...query }: QueueQuery,
  signal: AbortSignal,
): Promise<LabelQueue> {
  const items: LabelItem[] = [];
  let from: number | null = 0;
  let draw = '';
  while (from !== null) {
    const page: LabelSample = await client.request('GET /runs/:run_id/label-sample', {
      run_id: runId,
      query: { ...query, from, limit: PAGE_SIZE },
      signal,
    });
    items.push(...page.items);
    ({ draw, next: from } = page);
  }
  return { draw, items };
}

/** The labels of a run, their agreement with the judge, and the pass rate by people. */
export function labelReportQuery(client: Client, runId: string) {
  return queryOptions({
    queryKey: ['label-report', runId],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/labels', { run_id: runId, query: { limit: 1 }, signal }),
    // Every new label changes it.
    staleTime: 0,
  });
}
