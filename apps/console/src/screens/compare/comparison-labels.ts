import type { ComparedRun, Comparison } from '@assay/contracts';
import { formatWhen } from '@assay/format';
import type { Column } from '../../parts/table.tsx';

/** A comparison and the name of its candidate on the screen. */
export interface NamedComparison {
  readonly name: string;
  readonly comparison: Comparison;
}

/** A single candidate has no number; several are numbered. */
export function nameComparisons(comparisons: readonly Comparison[]): readonly NamedComparison[] {
  return comparisons.map((comparison, at) => ({
    name: comparisons.length === 1 ? 'candidate' : `candidate ${at + 1}`,
    comparison,
  }));
}

/** Titles that tell runs apart: by their models, else by when they were started. */
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

/** Ids of fine-tuned models are long; their end tells them apart. */
function shorten(model: string): string {
  return model.length > MAX_MODEL ? `…${model.slice(1 - MAX_MODEL)}` : model;
}
