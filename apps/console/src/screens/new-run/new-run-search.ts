import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';
import { DRAFT_PARTS, type DraftPart } from './dataset/choose-dataset.ts';

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
  /** A stored dataset, for example `support@7`. */
  readonly dataset?: string;
  /** Only scenarios with one of these tags. */
  readonly tags?: readonly string[];
  /** Size of the sample. */
  readonly sample?: number;
  readonly seed?: string;
  /** The settings of the run come from the draft of the batch; `all`: the chosen scenarios, too. */
  readonly draft?: DraftPart;
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
    dataset: readText(search['dataset']),
    tags: readTags(search['tags']),
    sample: readOrdinal(search['sample']) || undefined,
    seed: readText(search['seed']),
    draft: readOneOf(search['draft'], DRAFT_PARTS),
  });
}

function readTags(value: unknown): readonly string[] | undefined {
  const tags = [value]
    .flat()
    .map(readText)
    .filter((tag) => tag !== undefined);
  return tags.length === 0 ? undefined : tags;
}
