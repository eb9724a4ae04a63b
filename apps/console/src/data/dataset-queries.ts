import type { Client, Query } from '@fairtrial/client';
import type { ScenarioList, ScenarioRow } from '@fairtrial/contracts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
} from '@tanstack/react-query';

const PAGE_SIZE = 50;
const ROW_PAGE_SIZE = 200;
const POLL_MS = 10_000;

/** Pages of datasets whose names contain the text. */
export function datasetsQuery(client: Client, q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['datasets', q],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /datasets', {
        query: { ...(q !== undefined && { q }), cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Every query about one dataset has a key that starts with this. */
export function datasetKey(name: string): readonly unknown[] {
  return ['dataset', name];
}

/** One version of a dataset without its scenarios; polled, to detect that another user made a new version. */
export function datasetQuery(client: Client, name: string, version?: number) {
  return queryOptions({
    queryKey: [...datasetKey(name), 'head', version],
    queryFn: ({ signal }) =>
      client.request('GET /datasets/:name', {
        name,
        query: version === undefined ? {} : { version },
        signal,
      }),
    refetchInterval: POLL_MS,
  });
}

export interface ScenarioSelection {
  /** `undefined` for the latest. */
  readonly version: number | undefined;
  readonly q: string | undefined;
  readonly tag: string | undefined;
}

/** Pages of scenarios in the order of the dataset. The service searches and filters. */
export function scenariosQuery(client: Client, name: string, selection: ScenarioSelection) {
  return infiniteQueryOptions({
    queryKey: [...datasetKey(name), 'scenarios', selection],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /datasets/:name/scenarios', {
        name,
        query: { ...selection, cursor: pageParam, limit: ROW_PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

type ScenarioPages = InfiniteData<ScenarioList>;

/** The loaded pages after a change, so that a long list needs no new request and keeps its place. */
export function changePages(
  pages: ScenarioPages,
  version: number,
  change: (rows: readonly ScenarioRow[]) => readonly ScenarioRow[],
): ScenarioPages {
  const rows = change(pages.pages.flatMap(({ scenarios }) => scenarios));
  const next_cursor = pages.pages.at(-1)?.next_cursor ?? null;
  return { pages: [{ version, scenarios: [...rows], next_cursor }], pageParams: [undefined] };
}

/** Pages of versions, newest first. */
export function versionsQuery(client: Client, name: string) {
  return infiniteQueryOptions({
    queryKey: [...datasetKey(name), 'versions'],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /datasets/:name/versions', {
        name,
        query: { cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Pages of changed scenarios. Versions never change, so the answer is kept. */
export function datasetDiffQuery(
  client: Client,
  name: string,
  versions: Query<'GET /datasets/:name/diff'>,
) {
  return infiniteQueryOptions({
    queryKey: [...datasetKey(name), 'diff', versions],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /datasets/:name/diff', {
        name,
        query: { ...versions, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: Infinity,
  });
}
