import type { ComparedRun } from '@assay/contracts';
import { formatWhen } from '../../format/when.ts';

type Titled = Pick<ComparedRun, 'model_id' | 'created_at'>;

/** What tells the runs apart: their models, else when they were started. */
export function runTitles(runs: readonly Titled[]): readonly string[] {
  const models = new Set(runs.map(({ model_id }) => model_id));
  return runs.map(({ model_id, created_at }) =>
    models.size === runs.length ? model_id : `${model_id} ${formatWhen(created_at)}`,
  );
}
