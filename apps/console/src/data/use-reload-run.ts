import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Refetches a run after a retry or rescore was started, and drops its cached results. */
export function useReloadRun(runId: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await queries.invalidateQueries({ queryKey: ['run', runId] });
    queries.removeQueries({ type: 'inactive' });
    // Comparisons, lists and histories include the run, too.
    await queries.invalidateQueries();
  }, [queries, runId]);
}
