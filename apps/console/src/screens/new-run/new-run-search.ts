import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

const JUDGE = ['on', 'off'] as const;

/** What the URL of a new run may say. The batch itself is kept by the tab. */
export interface NewRunSearch {
  /** The run that was started, and is watched. */
  readonly run?: string;
  /** The run whose request is to be run again. */
  readonly from?: string;
  readonly name?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly attempts?: number;
  readonly concurrency?: number;
  readonly judge?: (typeof JUDGE)[number];
  readonly baseline?: string;
}

export function readNewRunSearch(search: Readonly<Record<string, unknown>>): NewRunSearch {
  return compact({
    run: readText(search['run']),
    from: readText(search['from']),
    name: readText(search['name']),
    endpoint: readText(search['endpoint']),
    model: readText(search['model']),
    attempts: readOrdinal(search['attempts']) || undefined,
    concurrency: readOrdinal(search['concurrency']) || undefined,
    judge: readOneOf(search['judge'], JUDGE),
    baseline: readText(search['baseline']),
  });
}
