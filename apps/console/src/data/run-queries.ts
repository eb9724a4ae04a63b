import type { Client } from '@assay/client';
import type { RunHead, RunState } from '@assay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { mayHeal } from './create-query-client.ts';

const LIVE_MS = 1500;

export function isOver(state: RunState): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** A run without its interactions; looked at again and again while it goes on. */
export function runQuery(client: Client, runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => client.runs.get(runId, { interactions: false, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      mayHeal(error) || (data && !isOver(data.state)) ? LIVE_MS : false,
  });
}

export interface RunListFilter {
  readonly state?: RunState | undefined;
  readonly q?: string | undefined;
}

const RUNS = 50;

/** Runs, newest first, page by page. */
export function runsQuery(client: Client, filter: RunListFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['runs', filter],
    queryFn: ({ pageParam, signal }) =>
      client.runs.list({ ...filter, cursor: pageParam, limit: RUNS }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Runs that ended with a score, newest first: what a run can be compared with. */
export function scoredRuns(runs: readonly RunHead[]): readonly RunHead[] {
  return runs.filter(({ state, scores }) => isOver(state) && scores !== null);
}
