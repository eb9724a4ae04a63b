import type { RunHead } from '@fairtrial/contracts';
import { formatAgo, formatScore } from '@fairtrial/format';

/** The end of an id distinguishes runs: the start encodes the time and is equal for runs of the same morning. */
export function shortId(runId: string): string {
  return runId.slice(-6);
}

/** The name of a run in a list of choices. */
export function nameRun(run: RunHead, now: number): string {
  const score = formatScore(run.scores?.['overall']);
  return `${run.test_name} · ${run.model_id} · ${score} · ${formatAgo(run.created_at, now)}`;
}
