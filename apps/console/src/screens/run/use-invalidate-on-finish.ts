import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOver, type AnyRun } from '../../data/run-queries.ts';

/** While a run goes on, nothing is kept as what it came to: it was asked for before that was known. */
export function useInvalidateOnFinish({ run_id, state }: AnyRun): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOver(state)) return;
    for (const kind of ['rows', 'figures'])
      queries.removeQueries({ queryKey: [kind, run_id, true] });
  }, [queries, run_id, state]);
}
