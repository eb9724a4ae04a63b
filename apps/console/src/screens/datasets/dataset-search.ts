import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

const DATASET_TABS = ['scenarios', 'versions', 'compare'] as const;

/** The search parameters of the list of datasets. */
export interface DatasetsSearch {
  readonly q?: string;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
}

export function readDatasetsSearch(search: Readonly<Record<string, unknown>>): DatasetsSearch {
  return compact({ q: readText(search['q']), row: readOrdinal(search['row']) });
}

/** The search parameters of a dataset. */
export interface DatasetSearch {
  /** Absent for the latest. */
  readonly version?: number;
  readonly q?: string;
  readonly tag?: string;
  readonly tab?: (typeof DATASET_TABS)[number];
  /** The two versions to compare. */
  readonly from?: number;
  readonly to?: number;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
}

export function readDatasetSearch(search: Readonly<Record<string, unknown>>): DatasetSearch {
  return compact({
    version: readOrdinal(search['version']) || undefined,
    q: readText(search['q']),
    tag: readText(search['tag']),
    tab: readOneOf(search['tab'], DATASET_TABS),
    from: readOrdinal(search['from']) || undefined,
    to: readOrdinal(search['to']) || undefined,
    row: readOrdinal(search['row']),
  });
}

/** The search parameters of the import screen. */
export interface ImportSearch {
  /** The dataset that gets the scenarios. */
  readonly dataset?: string;
}

export function readImportSearch(search: Readonly<Record<string, unknown>>): ImportSearch {
  return compact({ dataset: readText(search['dataset']) });
}

const NAME = /^[a-z0-9][a-z0-9-]*$/;
const MAX_NAME = 64;

/** What is wrong with the name of a new dataset; `undefined` if it is valid. */
export function findNameFault(name: string): string | undefined {
  if (name === '') return undefined;
  if (/[A-Z]/.test(name)) return 'Use small letters.';
  if (/\s/.test(name)) return 'Use - instead of spaces.';
  if (name.startsWith('-')) return 'Start with a letter or a digit.';
  if (!NAME.test(name)) return 'Use only a-z, 0-9 and -.';
  return name.length > MAX_NAME ? `Use at most ${MAX_NAME} characters.` : undefined;
}
