import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { compact } from '../../format/read-fields.ts';
import { readRunSearch, type RunSearch, type RunSearchChange } from './run-search.ts';

const route = getRouteApi('/console/runs/$runId');

/** Parses the URL again, because the router keeps invalid values next to the parsed ones. */
export function useRunSearch(): RunSearch {
  return route.useSearch({
    select: (search) => readRunSearch({ ...search }),
    structuralSharing: true,
  });
}

/** Returns a function that changes some of the search parameters. */
export function useChangeRunSearch(): (change: RunSearchChange) => void {
  const navigate = useNavigate({ from: '/console/runs/$runId' });
  return useCallback(
    (change) => {
      void navigate({ search: (old) => compact({ ...old, ...change }), replace: true });
    },
    [navigate],
  );
}
