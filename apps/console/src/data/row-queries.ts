import type { Client, RowFilter } from '@assay/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isOver, type AnyRun } from './run-queries.ts';

const ROWS = 100;

/** The interactions of a run over their attempts: the service filters, sorts and pages. */
export function rowsQuery(client: Client, run: AnyRun, filter: RowFilter) {
  const { run_id, state } = run;
  return infiniteQueryOptions({
    // Where a run comes to its end, what was fetched before is no longer all.
    queryKey: ['rows', run_id, isOver(state), filter],
    queryFn: ({ pageParam, signal }) =>
      client.runs.rows(run_id, { ...filter, cursor: pageParam, limit: ROWS }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

interface Place {
  readonly scenario: number;
  readonly turn: number;
}

/** One turn with all its texts. */
export function turnQuery(
  client: Client,
  runId: string,
  place: Place & { readonly attempt: number },
) {
  return queryOptions({
    queryKey: ['turn', runId, place],
    queryFn: ({ signal }) => client.runs.turn(runId, place, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every attempt at one interaction. */
export function attemptsQuery(client: Client, runId: string, { scenario, turn }: Place) {
  return queryOptions({
    queryKey: ['attempts', runId, scenario, turn],
    queryFn: async ({ signal }) => {
      const page = await client.runs.interactions(
        runId,
        { scenario, turn, limit: 1000 },
        { signal },
      );
      return page.interactions;
    },
    placeholderData: keepPreviousData,
  });
}

/** What was said in one attempt at a scenario, in short. */
export function transcriptQuery(
  client: Client,
  runId: string,
  at: { readonly scenario: number; readonly attempt: number },
) {
  return queryOptions({
    queryKey: ['transcript', runId, at],
    queryFn: async ({ signal }) => {
      const page = await client.runs.interactions(runId, { ...at, limit: 1000 }, { signal });
      return page.interactions;
    },
    placeholderData: keepPreviousData,
  });
}

/** A scenario as it was posted. */
export function scenarioQuery(client: Client, runId: string, scenario: number) {
  return queryOptions({
    queryKey: ['scenario', runId, scenario],
    queryFn: ({ signal }) => client.runs.scenario(runId, scenario, { signal }),
    staleTime: Infinity,
  });
}
