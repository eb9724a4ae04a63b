import { ApiError, type EvaluationInput } from '@assay/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { BatchReading, LineFinding } from '../../batch/read-batch.ts';
import { useClient } from '../../data/api-context.ts';

const route = getRouteApi('/console/new');

interface Start {
  readonly start: (request: EvaluationInput) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** What the service had to say of the batch, by line. */
  readonly refusals: readonly LineFinding[];
}

/** Starts the run and goes to watch it. What the service refuses is shown where it stands. */
export function useStart(reading: BatchReading | undefined): Start {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const start = useMutation({
    mutationFn: (request: EvaluationInput) => client.runs.start(request),
    async onSuccess({ run_id: run }) {
      await queries.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ search: { run } });
    },
  });
  const { error } = start;
  const refused = error instanceof ApiError ? error.errors : [];
  const refusals: readonly LineFinding[] = refused
    .filter(({ pointer }) => pointer.startsWith('/test_batch'))
    .map(({ pointer, detail }) => ({
      level: 'error',
      line: reading?.lineOf(pointer) ?? 1,
      text: detail,
    }));
  return { start: start.mutate, isPending: start.isPending, error, refusals };
}
