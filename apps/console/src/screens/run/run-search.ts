import { compact, readOneOf, readOrdinal, readShare, readText } from '../../format/read-fields.ts';

const TABS = ['interactions', 'configuration', 'log'] as const;
export const ROW_SORTS = ['score', '-score', 'position', 'latency', '-latency'] as const;

export type RunTab = (typeof TABS)[number];
export type RowSort = (typeof ROW_SORTS)[number];

/** The search parameters of the run screen. */
export interface RunSearch {
  readonly tab?: RunTab;
  /** As it is typed: `score<0.6 status:failed text:"x"`. */
  readonly filter?: string;
  readonly sort?: RowSort;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
  /** The run it is compared with. */
  readonly baseline?: string;
  /** A pass threshold for this view; the run itself is not changed. */
  readonly pass_threshold?: number;
}

/** Fields that are undefined are removed from the URL. */
export type RunSearchChange = { readonly [Key in keyof RunSearch]?: RunSearch[Key] | undefined };

export function readRunSearch(search: Readonly<Record<string, unknown>>): RunSearch {
  return compact({
    tab: readOneOf(search['tab'], TABS),
    filter: readText(search['filter']),
    sort: readOneOf(search['sort'], ROW_SORTS),
    row: readOrdinal(search['row']),
    baseline: readText(search['baseline']),
    pass_threshold: readShare(search['pass_threshold']),
  });
}
