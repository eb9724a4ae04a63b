import { compact, readText } from '../../format/read-fields.ts';

/** What the URL of a new run may say. */
export interface NewRunSearch {
  /** A run to begin from. */
  readonly from?: string;
}

export function readNewRunSearch(search: Readonly<Record<string, unknown>>): NewRunSearch {
  return compact({ from: readText(search['from']) });
}
