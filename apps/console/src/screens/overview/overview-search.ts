import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOrdinal, readShare, readText } from '../../format/read-fields.ts';

/** What the URL of the overview may say. */
export interface OverviewSearch {
  /** The name of the test that it is about; that of the latest run where it is not said. */
  readonly test?: string;
  /** The row that keys act on. */
  readonly row?: number;
  /** Runs that are chosen for a comparison. */
  readonly picked?: string;
  /** A pass threshold for looking at it. */
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
