import type { Client } from '@fairtrial/client';
import type { RunHead } from '@fairtrial/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isTransientError, RECOVERY_POLL_MS } from './create-query-client.ts';

const MAX_RUNS = 15;
const POLL_MS = 10_000;

/** The newest runs for the page: fetched once, until the user refreshes. */
export function recentRunsQuery(client: Client) {
  return queryOptions({
    queryKey: ['recent'],
    queryFn: ({ signal }) => client.request('GET /runs', { query: { limit: MAX_RUNS }, signal }),
  });
}

/** The same runs, polled, to detect that the page is out of date. */
export function newestRunsQuery(client: Client) {
  return queryOptions({
    queryKey: ['newest'],
    queryFn: ({ signal }) => client.request('GET /runs', { query: { limit: MAX_RUNS }, signal }),
    refetchInterval: ({ state }) => (isTransientError(state.error) ? RECOVERY_POLL_MS : POLL_MS),
  });
}

const MAX_SCENARIOS = 12;

/** The last runs of one test, scenario by scenario. */
export function historyQuery(client: Client, testName: string) {
  return queryOptions({
    queryKey: ['history', testName],
    queryFn: ({ signal }) =>
      client.request('GET /history', {
        query: { test_name: testName, scenarios: MAX_SCENARIOS },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Counts runs that are new or have another state, compared with those on the page. */
export function countUpdates(shown: readonly RunHead[], newest: readonly RunHead[]): number {
  const states = new Map(shown.map(({ run_id, state }) => [run_id, state]));
  const [first] = shown;
  return newest.filter(({ run_id, state }) => {
    const known = states.get(run_id);
    // When a run is deleted, an older run moves into the list; it is not new.
    if (known === undefined) return first === undefined || run_id > first.run_id;
    return known !== state;
  }).length;
}
