import { compact, readOrdinal, readText } from '../../format/read-fields.ts';

/** The search parameters of the scenario editor. */
export interface EditorSearch {
  /** The scenario; without it, a new one. */
  readonly id?: string;
  /** The version of the dataset that is edited. Default: the latest. */
  readonly version?: number;
}

export function readEditorSearch(search: Readonly<Record<string, unknown>>): EditorSearch {
  return compact({
    id: readText(search['id']),
    version: readOrdinal(search['version']) || undefined,
  });
}
