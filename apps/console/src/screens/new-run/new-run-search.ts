import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

const JUDGE_MODES = ['on', 'off'] as const;
export const PROTOCOLS = ['auto', 'openai', 'responses', 'agent', 'prompt'] as const;
export const HISTORIES = ['live', 'reference', 'none'] as const;

export type ProtocolChoice = (typeof PROTOCOLS)[number];
export type HistoryChoice = (typeof HISTORIES)[number];

/** The search parameters of the new-run screen. The batch itself is kept in session storage. */
export interface NewRunSearch {
  /** The started run. */
  readonly run?: string;
  /** The run whose request fills the form. */
  readonly from?: string;
  readonly name?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly attempts?: number;
  readonly concurrency?: number;
  readonly judge?: (typeof JUDGE_MODES)[number];
  /** `pinned`, `latest`, or a run id. */
  readonly baseline?: string;
  /** A second model to compare with. */
  readonly against?: string;
  readonly protocol?: ProtocolChoice;
  readonly history?: HistoryChoice;
  /** The path of the reply text in a response, as a JSON Pointer. */
  readonly reply?: string;
  /** The name of a stored target. */
  readonly target?: string;
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
    judge: readOneOf(search['judge'], JUDGE_MODES),
    baseline: readText(search['baseline']),
    against: readText(search['against']),
    protocol: readOneOf(search['protocol'], PROTOCOLS),
    history: readOneOf(search['history'], HISTORIES),
    reply: readText(search['reply']),
    target: readText(search['target']),
  });
}
