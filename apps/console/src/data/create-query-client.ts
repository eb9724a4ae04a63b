import { ApiError } from '@assay/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const MAX_RETRIES = 2;
export const RECOVERY_POLL_MS = 3000;
/** 0: no answer. */
const TRANSIENT_STATUSES = new Set([0, 429, 502, 503, 504]);

/** The service did not answer, or said to try later. Such requests are retried. */
export function isTransientError(error: unknown): boolean {
  return error instanceof ApiError && TRANSIENT_STATUSES.has(error.status);
}

export function createQueryClient(onRefused: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onRefused();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always', // a service on this machine answers without a network
        retry: (failures, error) => failures < MAX_RETRIES && isTransientError(error),
        // Recovers by itself after a restart of the service.
        refetchInterval: ({ state }) => (isTransientError(state.error) ? RECOVERY_POLL_MS : false),
      },
    },
  });
}
