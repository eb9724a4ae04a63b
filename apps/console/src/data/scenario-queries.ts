import { ApiError, type Client } from '@fairtrial/client';
import type { Dataset, StoredScenario } from '@fairtrial/contracts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { datasetKey } from './dataset-queries.ts';

/** The editor starts with what is stored now: an answer from before would be an old version. */
const ALWAYS_NEW = { staleTime: 0, gcTime: 0 } as const;

/** The number of the latest version; `null` if there is no such dataset yet. */
export function latestVersionQuery(client: Client, name: string) {
  return queryOptions({
    ...ALWAYS_NEW,
    queryKey: ['dataset-latest', name],
    queryFn: async ({ signal }) => {
      const dataset = await orNull(client.request('GET /datasets/:name', { name, signal }));
      return dataset?.latest.version ?? null;
    },
  });
}

/** One whole scenario. A version never changes, so it is kept; the latest one is always read again. */
export function storedScenarioQuery(
  client: Client,
  name: string,
  { id, version }: { readonly id: string | undefined; readonly version: number | undefined },
) {
  return queryOptions({
    ...(version === undefined ? ALWAYS_NEW : { staleTime: Infinity }),
    queryKey: [...datasetKey(name), 'scenario', id, version],
    queryFn: ({ signal }) =>
      client.request('GET /datasets/:name/scenarios/:id', {
        name,
        id: id ?? '',
        query: version === undefined ? {} : { version },
        signal,
      }),
    enabled: id !== undefined,
  });
}

/** The latest version of a scenario; `null` if there is none with this id. */
export function readLatestScenario(
  client: Client,
  name: string,
  id: string,
): Promise<StoredScenario | null> {
  return orNull(client.request('GET /datasets/:name/scenarios/:id', { name, id }));
}

const MAX_LISTED = 100;

/** Datasets by name, for a choice. */
export function datasetChoiceQuery(client: Client, search: string) {
  return queryOptions({
    queryKey: ['dataset-choice', search],
    queryFn: async ({ signal }): Promise<readonly Dataset[]> => {
      const q = search.trim();
      const query = { limit: MAX_LISTED, ...(q !== '' && { q }) };
      return (await client.request('GET /datasets', { query, signal })).datasets;
    },
    placeholderData: keepPreviousData,
  });
}

/** After a change: everything that is known about datasets is out of date. */
export async function forgetDatasets(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => typeof kind === 'string' && kind.startsWith('dataset'),
  });
}

async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
