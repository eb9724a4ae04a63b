import type { Client } from '@assay/client';
import type { RunHead, RunState } from '@assay/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mayHeal } from './create-query-client.ts';

/** Which run, and whether it is over: what was fetched before its end is no longer all. */
export interface AnyRun {
  readonly run_id: string;
  readonly state: RunState;
}

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

/** How the scores are spread and how many rows there are of each status. */
export function figuresQuery(client: Client, run: AnyRun, passThreshold: number | undefined) {
  return queryOptions({
    queryKey: ['figures', run.run_id, isOver(run.state), passThreshold],
    queryFn: ({ signal }) =>
      client.runs.figures(run.run_id, { pass_threshold: passThreshold }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The request that would run the same again. */
export function requestQuery(client: Client, runId: string) {
  return queryOptions({
    queryKey: ['request', runId],
    queryFn: ({ signal }) => client.runs.request(runId, { signal }),
    staleTime: Infinity,
  });
}

/** Two runs, scenario by scenario. */
export function compareQuery(client: Client, baseline: string, candidate: string) {
  return queryOptions({
    queryKey: ['compare', baseline, candidate],
    queryFn: ({ signal }) =>
      client.compare({ baseline, candidate, interactions: false }, { signal }),
  });
}

const TREND_RUNS = 14;

/** The runs of one name up to this one, oldest first. */
export function trendQuery(client: Client, run: RunHead) {
  return queryOptions({
    queryKey: ['trend', run.run_id, isOver(run.state)],
    queryFn: async ({ signal }) => {
      const { runs } = await client.runs.list({ q: run.test_name, limit: 100 }, { signal });
      return scoredRuns(runs)
        .filter((one) => one.test_name === run.test_name && one.run_id <= run.run_id)
        .slice(0, TREND_RUNS)
        .toReversed();
    },
  });
}
