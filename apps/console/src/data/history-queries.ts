import type { Client, CompareQuery } from '@assay/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mayHeal } from './create-query-client.ts';

const RECENT = 15;
const POLL_MS = 10_000;
const COME_BACK_MS = 3000;

/** The newest runs, as they were when the page was last told to look. */
export function recentRunsQuery(client: Client) {
  return queryOptions({
    queryKey: ['recent'],
    queryFn: ({ signal }) => client.runs.list({ limit: RECENT }, { signal }),
  });
}

/** The same, looked at again and again: how a page learns that it is no longer all there is. */
export function newestRunsQuery(client: Client) {
  return queryOptions({
    queryKey: ['newest'],
    queryFn: ({ signal }) => client.runs.list({ limit: RECENT }, { signal }),
    refetchInterval: ({ state }) => (mayHeal(state.error) ? COME_BACK_MS : POLL_MS),
  });
}

const SCENARIOS = 12;

/** The last runs of one test, scenario by scenario. */
export function historyQuery(client: Client, testName: string) {
  return queryOptions({
    queryKey: ['history', testName],
    queryFn: ({ signal }) =>
      client.history({ test_name: testName, scenarios: SCENARIOS }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Two runs; with their interactions only where those are wanted, since there may be many. */
export function comparisonQuery(client: Client, query: CompareQuery) {
  return queryOptions({
    queryKey: ['comparison', query],
    queryFn: ({ signal }) => client.compare(query, { signal }),
  });
}
