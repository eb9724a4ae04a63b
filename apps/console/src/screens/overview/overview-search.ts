import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOrdinal, readText } from '../../format/read-fields.ts';

/** The search parameters of the overview. */
export interface OverviewSearch {
  /** The name of the test; default: that of the latest run. */
  readonly test?: string;
  /** The row that keys act on. */
  readonly row?: number;
  /** Runs picked for a comparison. */
  readonly picked?: string;
}

export function readOverviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return compact({
    test: readText(search['test']),
    row: readOrdinal(search['row']),
    picked: writeRuns(readRuns(search['picked'])),
  });
}
