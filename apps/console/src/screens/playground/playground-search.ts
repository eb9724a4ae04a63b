import { compact, readText } from '../../format/read-fields.ts';

/** What the URL of the playground may say. The conversations are kept by the tab. */
export interface PlaygroundSearch {
  readonly model?: string;
  /** The one beside it, where there is one. */
  readonly second?: string;
}

export function readPlaygroundSearch(search: Readonly<Record<string, unknown>>): PlaygroundSearch {
  return compact({ model: readText(search['model']), second: readText(search['second']) });
}
