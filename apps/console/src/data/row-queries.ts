import type { Client, Query } from '@fairtrial/client';
import type { TurnPosition } from '@fairtrial/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isOver, type RunRef } from './run-queries.ts';

const PAGE_SIZE = 100;

/** The interactions of a run, aggregated over attempts. The service filters, sorts and pages. */
export function rowsQuery(client: Client, run: RunRef, filter: Query<'GET /runs/:run_id/rows'>) {
  const { run_id, state } = run;
  return infiniteQueryOptions({
    // `isOver` is part of the key because rows fetched before the end of the run are incomplete.
    queryKey: ['rows', run_id, isOver(state), filter],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /runs/:run_id/rows', {
        run_id,
        query: { ...filter, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One turn with its full texts. */
export function turnQuery(client: Client, runId: string, position: TurnPosition) {
  return queryOptions({
    queryKey: ['turn', runId, position],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
        run_id: runId,
        ...position,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Every attempt at one interaction. */
export function attemptsQuery(
  client: Client,
  runId: string,
  { scenario, turn }: Pick<TurnPosition, 'scenario' | 'turn'>,
) {
  return queryOptions({
    queryKey: ['attempts', runId, scenario, turn],
    queryFn: async ({ signal }) => {
      const page = await client.request('GET /runs/:run_id/interactions', {
        run_id: runId,
        query: { scenario, turn, limit: 1000 },
        signal,
      });
      return page.interactions;
    },
    placeholderData: keepPreviousData,
  });
}

/** The turns of one attempt at a scenario, as excerpts. */
export function transcriptQuery(
  client: Client,
  runId: string,
  position: Pick<TurnPosition, 'scenario' | 'attempt'>,
) {
  return queryOptions({
    queryKey: ['transcript', runId, position],
    queryFn: async ({ signal }) => {
      const page = await client.request('GET /runs/:run_id/interactions', {
        run_id: runId,
        query: { ...position, limit: 1000 },
        signal,
      });
      return page.interactions;
    },
    placeholderData: keepPreviousData,
  });
}

/** A scenario as it was posted. */
export function scenarioQuery(client: Client, runId: string, scenario: number) {
  return queryOptions({
    queryKey: ['scenario', runId, scenario],
    queryFn: ({ signal }) =>
      client.request('GET /runs/:run_id/scenarios/:scenario', { run_id: runId, scenario, signal }),
    staleTime: Infinity,
  });
}
