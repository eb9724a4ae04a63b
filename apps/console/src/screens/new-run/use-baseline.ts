import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import { runQuery } from '../../data/run-queries.ts';
import { detectableChange } from './detectable-change.ts';

/** The smallest change that a comparison with the baseline would probably notice. */
export function useDetectableChange(
  baseline: string | undefined,
  attempts: number,
): number | undefined {
  const query = runQuery(useClient(), baseline ?? '');
  const { data } = useQuery({ ...query, enabled: baseline !== undefined });
  const result = baseline === undefined ? undefined : data?.result;
  const se = result?.stats['overall']?.se;
  if (!result || se === undefined || se === null) return undefined;
  const scenarios = result.results.scenarios.length;
  return detectableChange({ se, attempts: result.attempts, scenarios }, attempts);
}
