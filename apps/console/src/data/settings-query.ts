import type { Client } from '@fairtrial/client';
import { queryOptions } from '@tanstack/react-query';

/** The configuration of the service; it changes only with a restart. */
export function settingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.request('GET /settings', { signal }),
    staleTime: 5 * 60_000,
  });
}

/** The stored targets of the project, by name. */
export function targetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['targets'],
    queryFn: async ({ signal }) => (await client.request('GET /targets', { signal })).targets,
  });
}
