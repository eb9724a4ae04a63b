import type { EvaluationRequest } from '@assay/contracts';
import { formatMany } from '../../format/numbers.ts';

/** What a request says beside its batch, name by name. */
export function settingsOf(request: EvaluationRequest): readonly (readonly [string, string])[] {
  const { test_batch, ...rest } = request;
  const batches = Array.isArray(test_batch) ? test_batch : [test_batch];
  const interactions = batches.reduce((sum, batch) => sum + batch.interactions.length, 0);
  return [
    [
      'batch',
      `${formatMany(batches.length, 'scenario')}, ${formatMany(interactions, 'interaction')}`,
    ],
    ...Object.entries(rest).map(([name, value]) => [name, textOf(value)] as const),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
