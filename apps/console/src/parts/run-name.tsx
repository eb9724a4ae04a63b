import { formatWhen } from '@assay/format';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/api-context.ts';
import { runQuery } from '../data/run-queries.ts';
import { shortId } from '../format/run-names.ts';

/** A run by its test, its model and its time; by its id while these are not known, or if it was deleted. */
export function useRunName(runId: string): string {
  const { data } = useQuery({ ...runQuery(useClient(), runId), enabled: runId !== '' });
  if (data === undefined) return `run ${shortId(runId)}`;
  return `${data.test_name}, ${data.model_id}, ${formatWhen(data.created_at)}`;
}
