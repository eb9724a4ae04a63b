import type { ComparedRun, Comparison } from '@fairtrial/contracts';
import { formatWhen } from '@fairtrial/format';
import type { Column } from '../../parts/table.tsx';

/** A comparison and the display name of its candidate. */
export interface NamedComparison {
  readonly name: string;
  readonly comparison: Comparison;
}

/** Numbers the candidates if there are several. */
export function nameComparisons(comparisons: readonly Comparison[]): readonly NamedComparison[] {
  return comparisons.map((comparison, at) => ({
    name: comparisons.length === 1 ? 'candidate' : `candidate ${at + 1}`,
    comparison,
  }));
}

/** Titles that distinguish runs by model, otherwise by start time. */
export function runTitles(
  runs: readonly Pick<ComparedRun, 'model_id' | 'created_at'>[],
): readonly string[] {
  const models = new Set(runs.map(({ model_id }) => model_id));
  return runs.map(({ model_id, created_at }) =>
    models.size === runs.length ? model_id : `${model_id} ${formatWhen(created_at)}`,
  );
}

const MAX_MODEL = 24;

/** The columns of both runs, with the names of their models: "Baseline sim/v1". */
export function sideColumns({
  baseline,
  candidate,
}: Pick<Comparison, 'baseline' | 'candidate'>): readonly Column[] {
  return [[`Baseline ${shorten(baseline.model_id)}`], [`Candidate ${shorten(candidate.model_id)}`]];
}

/** Keeps the end: ids of fine-tuned models are long and differ at the end. */
function shorten(model: string): string {
  return model.length > MAX_MODEL ? `…${model.slice(1 - MAX_MODEL)}` : model;
}
