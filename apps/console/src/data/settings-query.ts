import type { Client } from '@assay/client';
import { queryOptions } from '@tanstack/react-query';

/** How the service is set up; that changes when it is restarted. */
export function settingsQuery(client: Client) {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.settings({ signal }),
    staleTime: 5 * 60_000,
  });
}
