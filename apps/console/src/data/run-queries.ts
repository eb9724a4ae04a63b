import type { Client, Query } from '@fairtrial/client';
import type { RunHead, RunState } from '@fairtrial/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isTransientError } from './create-query-client.ts';

/** A run and its state: results fetched before the end of the run are incomplete. */
export interface RunRef {
  readonly run_id: string;
  readonly state: RunState;
}

const POLL_MS = 1500;

export function isOver(state: RunState): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** A run without its interactions; polled until it is finished. */
export function runQuery(client: Client, runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id', {
        run_id: runId,
        signal,
        query: { interactions: false },
      }),
    refetchInterval: ({ state: { data, error } }) =>
      isTransientError(error) || (data && !isOver(data.state)) ? POLL_MS : false,
  });
}

export interface RunListFilter {
  readonly state?: RunState | undefined;
  readonly q?: string | undefined;
  readonly model_id?: string | undefined;
  readonly tag?: string | undefined;
}

/** Marks runs that `Try` in the scenario editor started. They play one scenario that may not be saved. */
export const TRY_TAG = 'try';

const PAGE_SIZE = 50;

/** Pages of runs, newest first. */
export function runsQuery(client: Client, filter: RunListFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['runs', filter],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /runs', {
        query: { ...filter, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Finished runs with a score, which can be compared. */
export function scoredRuns(runs: readonly RunHead[]): readonly RunHead[] {
  return runs.filter(({ state, scores }) => isOver(state) && scores !== null);
}

/** The distribution of the scores, and the number of rows of each status. */
export function figuresQuery(client: Client, run: RunRef, passThreshold: number | undefined) {
  return queryOptions({
    queryKey: ['figures', run.run_id, isOver(run.state), passThreshold],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/figures', {
        run_id: run.run_id,
        query: { pass_threshold: passThreshold },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Failed checks and the confusion of labels. */
export function breakdownQuery(client: Client, run: RunRef) {
  return queryOptions({
    queryKey: ['breakdown', run.run_id, isOver(run.state)],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/breakdown', { run_id: run.run_id, signal }),
  });
}

/** The request that would repeat the run; with its scenarios, unless `scenarios` is false and it names a dataset. */
export function requestQuery(client: Client, runId: string, scenarios = true) {
  return queryOptions({
    queryKey: ['request', runId, scenarios],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/request', { run_id: runId, signal, query: { scenarios } }),
    staleTime: Infinity,
  });
}

/** The comparison of two runs by scenario; with interactions, which can be many, only if the query asks for them. */
export function comparisonQuery(client: Client, query: Query<'GET /compare'>) {
  return queryOptions({
    queryKey: ['comparison', query],
    queryFn: ({ signal }) => client.request('GET /compare', { query, signal }),
  });
}

const MAX_TREND_RUNS = 14;

/** The runs of one name up to this one, oldest first. */
export function trendQuery(client: Client, run: RunHead) {
  return queryOptions({
    queryKey: ['trend', run.run_id, isOver(run.state)],
    queryFn: async ({ signal }) => {
      const { runs } = await client.request('GET /runs', {
        query: { q: run.test_name, limit: 100 },
        signal,
      });
      return scoredRuns(runs)
        .filter((one) => one.test_name === run.test_name && one.run_id <= run.run_id)
        .slice(0, MAX_TREND_RUNS)
        .toReversed();
    },
  });
}
