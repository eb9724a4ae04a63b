import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

export const COMPARE_TABS = [
  'scenarios',
  'interactions',
  'checks',
  'metrics',
  'configuration',
  'changed',
  'unmatched',
] as const;
export const CHANGE_FILTERS = ['regressed', 'improved', 'no_change_found', 'not_known'] as const;

export type CompareTab = (typeof COMPARE_TABS)[number];
/** Shows only scenarios with this result. */
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

/** The search parameters of the compare screen. */
export interface CompareSearch {
  /** Up to four run ids, the baseline first. */
  readonly runs?: string;
  /** The number of the visible candidate, from 1. */
  readonly of?: number;
  readonly tab?: CompareTab;
  readonly only?: ChangeFilter;
  /** Part of the name of a scenario. */
  readonly q?: string;
  /** The row that keys act on. */
  readonly row?: number;
  /** Set while the list to pick runs from is open. */
  readonly choose?: 'runs';
}

/** Also accepts `baseline` and `candidate`, the names of the API. */
export function readCompareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  const { runs = `${String(search['baseline'])}.${String(search['candidate'])}` } = search;
  return compact({
    runs: writeRuns(readRuns(runs)),
    of: readOrdinal(search['of']),
    tab: readOneOf(search['tab'], COMPARE_TABS),
    only: readOneOf(search['only'], CHANGE_FILTERS),
    q: readText(search['q']),
    row: readOrdinal(search['row']),
    choose: readOneOf(search['choose'], ['runs']),
  });
}
