import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOrdinal, readShare, readText } from '../../format/read-fields.ts';

/** The search parameters of the overview. */
export interface OverviewSearch {
  /** The name of the test; that of the latest run if it is missing. */
  readonly test?: string;
  /** The row that keys act on. */
  readonly row?: number;
  /** Runs that are chosen for a comparison. */
  readonly picked?: string;
  /** A pass threshold for this view. */
  readonly pass_threshold?: number;
}

export function readOverviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return compact({
    test: readText(search['test']),
    row: readOrdinal(search['row']),
    picked: writeRuns(readRuns(search['picked'])),
    pass_threshold: readShare(search['pass_threshold']),
  });
}
