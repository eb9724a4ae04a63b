import type { RunSummary } from '../db/run-summary.ts';
import type { Run } from '../db/run.ts';
import type { Turn } from '../db/turn.ts';

/** A run that is over, as the writers of formats read it. */
export interface ExportSource {
  readonly run: Run;
  readonly summary: RunSummary;
  /** In order, page by page: no more than a page is ever in memory. */
  readonly turns: AsyncIterable<readonly Turn[]>;
}
