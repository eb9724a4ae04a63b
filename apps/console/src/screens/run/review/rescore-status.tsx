import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { isOver, runQuery } from '../../../data/run-queries.ts';

/** Says whether a rescore is finished, and then reloads the agreement. */
export function RescoreStatus({ runId }: { readonly runId: string }): ReactNode {
  const queries = useQueryClient();
  const { data } = useQuery(runQuery(useClient(), runId));
  const isDone = data !== undefined && isOver(data.state);
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['label-report', runId] });
  }, [queries, runId, isDone]);
  return (
    <p role="status" className="mb-2">
      {isDone ? (
        <>
          ✓ The run was scored again with the changed check.{' '}
          <Link to="/console/runs/$runId" params={{ runId }} className="underline">
            Results
          </Link>
        </>
      ) : (
        'The run is being scored again with the changed check …'
      )}
    </p>
  );
}
