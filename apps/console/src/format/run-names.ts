import type { RunHead } from '@assay/contracts';
import { formatAgo, formatScore } from '@assay/format';

/** The end of an id tells runs apart: the beginning is the time, and alike for all of a morning. */
export function shortId(runId: string): string {
  return runId.slice(-6);
}

/** A run in a list to choose from. */
export function nameRun(run: RunHead, now: number): string {
  const score = formatScore(run.scores?.['overall']);
  return `${run.test_name} · ${run.model_id} · ${score} · ${formatAgo(run.created_at, now)}`;
}
