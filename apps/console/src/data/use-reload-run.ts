import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Fetches a run again that plays or scores again, and drops what was known about its results. */
export function useReloadRun(runId: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await queries.invalidateQueries({ queryKey: ['run', runId] });
    queries.removeQueries({ type: 'inactive' });
    // Comparisons, lists and histories show the run among others.
    await queries.invalidateQueries();
  }, [queries, runId]);
}
