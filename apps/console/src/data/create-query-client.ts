import { ApiError } from '@fairtrial/client';
import { setServiceLost } from './connection.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const MAX_RETRIES = 2;
export const RECOVERY_POLL_MS = 3000;
const NO_ANSWER = 0;
const TRANSIENT_STATUSES = new Set([NO_ANSWER, 429, 502, 503, 504]);

/** True if the service did not answer or asked to try later. Such requests are retried. */
export function isTransientError(error: unknown): boolean {
  return error instanceof ApiError && TRANSIENT_STATUSES.has(error.status);
}

export function createQueryClient(onRefused: () => void): QueryClient {
  const queryCache = new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onRefused();
    },
  });
  queryCache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && action.manual !== true) setServiceLost(false);
    // `failed` is an attempt that will be retried, `error` the last one.
    if (action.type !== 'failed' && action.type !== 'error') return;
    if (action.error instanceof ApiError) setServiceLost(action.error.status === NO_ANSWER);
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always', // a local service answers even when the browser is offline
        retry: (failures, error) => failures < MAX_RETRIES && isTransientError(error),
        // Recovers automatically after a restart of the service.
        refetchInterval: ({ state }) => (isTransientError(state.error) ? RECOVERY_POLL_MS : false),
      },
    },
  });
}
