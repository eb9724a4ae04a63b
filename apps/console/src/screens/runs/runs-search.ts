import type { RunState } from '@assay/contracts';
import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

export const RUN_STATES = ['running', 'cancelling', 'completed', 'cancelled', 'failed'] as const;

/** The search parameters of the list of runs. */
export interface RunsSearch {
  readonly q?: string;
  readonly state?: RunState;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
  /** Runs that are chosen for a comparison. */
  readonly picked?: string;
}

export function readRunsSearch(search: Readonly<Record<string, unknown>>): RunsSearch {
  return compact({
    q: readText(search['q']),
    state: readOneOf(search['state'], RUN_STATES),
    row: readOrdinal(search['row']),
    picked: writeRuns(readRuns(search['picked'])),
  });
}
