import {
  CHANGE_FILTERS,
  COMPARE_TABS,
  type ChangeFilter,
  type CompareTab,
} from '../compare/compare-search.ts';
import { compact, readOneOf, readOrdinal, readShare, readText } from '../../format/read-fields.ts';

/** The tabs in order, and their labels. */
export const RUN_TABS = [
  ['results', 'Results'],
  ['compare', 'Compare'],
  ['review', 'Review'],
  ['setup', 'Setup'],
  ['log', 'Log'],
] as const;
const TABS: readonly RunTab[] = RUN_TABS.map(([tab]) => tab);
const ROW_SORTS = ['score', '-score', 'position', 'latency', '-latency'] as const;

export type RunTab = (typeof RUN_TABS)[number][0];
export type RowSort = (typeof ROW_SORTS)[number];

/** The search parameters of the run screen. */
export interface RunSearch {
  readonly tab?: RunTab;
  /** As typed: `score<0.6 status:failed text:"x"`. */
  readonly filter?: string;
  readonly sort?: RowSort;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
  /** The run to compare with. */
  readonly baseline?: string;
  /** Only interactions with a reply that failed this check, by id or type. */
  readonly failed_check?: string;
  /** The open part of the Compare tab. */
  readonly part?: CompareTab;
  /** In the Compare tab: only scenarios with this result. */
  readonly only?: ChangeFilter;
  /** In the Compare tab: part of the name of a scenario. */
  readonly q?: string;
  /** A pass threshold for this view; the run itself is not changed. */
  readonly pass_threshold?: number;
  /** In the Review tab: the number of attempts to draw from each run. Absent: not yet chosen. */
  readonly sample?: number;
  /** In the Review tab: the second run of a mixed queue. */
  readonly mixed_with?: string;
  /** In the Review tab: shows the agreement of people and judge instead of the queue. */
  readonly labels?: 'agreement';
}

/** Undefined fields are removed from the URL. */
export type RunSearchChange = { readonly [Key in keyof RunSearch]?: RunSearch[Key] | undefined };

export function readRunSearch(search: Readonly<Record<string, unknown>>): RunSearch {
  return compact({
    tab: readOneOf(search['tab'], TABS),
    filter: readText(search['filter']),
    sort: readOneOf(search['sort'], ROW_SORTS),
    row: readOrdinal(search['row']),
    baseline: readText(search['baseline']),
    failed_check: readText(search['failed_check']),
    part: readOneOf(search['part'], COMPARE_TABS),
    only: readOneOf(search['only'], CHANGE_FILTERS),
    q: readText(search['q']),
    pass_threshold: readShare(search['pass_threshold']),
    sample: readOrdinal(search['sample']) || undefined,
    mixed_with: readText(search['mixed_with']),
    labels: readOneOf(search['labels'], ['agreement'] as const),
  });
}
