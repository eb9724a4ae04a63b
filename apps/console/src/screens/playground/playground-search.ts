import { compact, readText } from '../../format/read-fields.ts';

/** The search parameters of the playground. The conversations are kept in session storage. */
export interface PlaygroundSearch {
  readonly model?: string;
  /** A second model for comparison. */
  readonly second?: string;
}

export function readPlaygroundSearch(search: Readonly<Record<string, unknown>>): PlaygroundSearch {
  return compact({ model: readText(search['model']), second: readText(search['second']) });
}
