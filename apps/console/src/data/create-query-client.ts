import { ApiError } from '@assay/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const TRIES = 2;
const COME_BACK_MS = 3000;
/** 0: nobody answered. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/** What is asked again by itself: nobody answered, or somebody said "later". */
export function mayHeal(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.status);
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
        retry: (failures, error) => failures < TRIES && mayHeal(error),
        // A service that is being restarted is back in a moment, and so is the page.
        refetchInterval: ({ state }) => (mayHeal(state.error) ? COME_BACK_MS : false),
      },
    },
  });
}
