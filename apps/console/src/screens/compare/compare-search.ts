import { readRuns, writeRuns } from '../../format/picked-runs.ts';
import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

const TABS = ['scenarios', 'interactions', 'metrics', 'configuration', 'unmatched'] as const;
const WORDS = ['regressed', 'improved', 'noise'] as const;

export type CompareTab = (typeof TABS)[number];
/** What is looked at: what changed for the worse, for the better, or not beyond noise. */
export type ChangeFilter = (typeof WORDS)[number];

/** What the URL of a comparison may say. */
export interface CompareSearch {
  /** Up to four, the baseline first. */
  readonly runs?: string;
  /** Which of the candidates is looked at, from 1. */
  readonly of?: number;
  readonly tab?: CompareTab;
  readonly only?: ChangeFilter;
  /** Part of the name of a scenario. */
  readonly q?: string;
  /** The row that keys act on. */
  readonly row?: number;
  /** Other runs are being chosen. */
  readonly choose?: 'runs';
}

/** `baseline` and `candidate`, as the interface calls them, are understood too. */
export function readCompareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  const { runs = `${String(search['baseline'])}.${String(search['candidate'])}` } = search;
  return compact({
    runs: writeRuns(readRuns(runs)),
    of: readOrdinal(search['of']),
    tab: readOneOf(search['tab'], TABS),
    only: readOneOf(search['only'], WORDS),
    q: readText(search['q']),
    row: readOrdinal(search['row']),
    choose: readOneOf(search['choose'], ['runs']),
  });
}
