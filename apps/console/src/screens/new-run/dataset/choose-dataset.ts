import type { BatchRequest } from '../../../batch/batch-types.ts';

/** Which scenarios of a stored dataset a run plays. */
export interface DatasetChoice {
  /** `support` or `support@7`; empty if the scenarios are those of the batch. */
  readonly dataset: string;
  /** Only these scenarios, as in the request that filled the form; empty for all. */
  readonly ids: readonly string[];
  /** Scenarios with at least one of these tags; empty for all. */
  readonly tags: readonly string[];
  /** Size of the sample; `undefined` for all. */
  readonly sample: number | undefined;
  /** Empty for the default. */
  readonly seed: string;
  /** True if the draft of the batch filled the form: its gates, weights and other settings apply. */
  readonly usesDraft: boolean;
}

export const NO_DATASET: DatasetChoice = {
  dataset: '',
  ids: [],
  tags: [],
  sample: undefined,
  seed: '',
  usesDraft: false,
};

/** Splits `support@7`. The version is `undefined` for the latest. */
export function readReference(reference: string): {
  readonly name: string;
  readonly version: number | undefined;
} {
  const [name = '', version = ''] = reference.split('@');
  return { name, version: /^[1-9]\d*$/.test(version) ? Number(version) : undefined };
}

/** The request without its target: the batch, or the chosen dataset. */
export function chooseScenarios(
  choice: DatasetChoice,
  batch: BatchRequest | undefined,
): BatchRequest | undefined {
  const { dataset, ids, tags, sample, seed } = choice;
  if (dataset === '') return batch;
  const { test_batch: _, filter: _old, ...settings } = keepsDraft(choice, batch) ? batch : {};
  const filter = {
    ...(ids.length > 0 && { ids }),
    ...(tags.length > 0 && { tags }),
    ...(sample !== undefined && { sample: { n: sample, ...(seed !== '' && { seed }) } }),
  };
  return { ...settings, dataset, ...(Object.keys(filter).length > 0 && { filter }) };
}

/** True if the draft applies to the choice. Another version of the dataset keeps the settings. */
function keepsDraft(
  { dataset, usesDraft }: DatasetChoice,
  draft: BatchRequest | undefined,
): draft is BatchRequest {
  const named = draft?.['dataset'];
  return (
    usesDraft &&
    typeof named === 'string' &&
    readReference(named).name === readReference(dataset).name
  );
}

/** What the URL says about the draft, which is too long for it. */
export const DRAFT_PARTS = ['settings', 'all'] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

/** Which part of the draft the choice uses; the ids are the rest of it. */
export function toDraftPart({ usesDraft, ids }: DatasetChoice): DraftPart | undefined {
  if (!usesDraft) return undefined;
  return ids.length > 0 ? 'all' : 'settings';
}

/** The choice of a URL with its part of the draft. */
export function fillDraftPart(
  choice: DatasetChoice,
  part: DraftPart | undefined,
  draft: BatchRequest | undefined,
): DatasetChoice {
  const filled = { ...choice, usesDraft: part !== undefined };
  if (part !== 'all' || !keepsDraft(filled, draft)) return filled;
  return { ...filled, ids: fillDataset(draft).ids };
}

/** Takes over the dataset of a request. */
export function fillDataset(request: Readonly<Record<string, unknown>>): DatasetChoice {
  const { dataset, filter } = request;
  if (typeof dataset !== 'string') return NO_DATASET;
  const { ids, tags, sample } = (filter ?? {}) as RequestFilter;
  const { n, seed } = sample ?? {};
  return {
    dataset,
    ids: ids ?? [],
    tags: tags ?? [],
    sample: n,
    seed: seed === undefined ? '' : String(seed),
    usesDraft: true,
  };
}

interface RequestFilter {
  readonly ids?: readonly string[];
  readonly tags?: readonly string[];
  readonly sample?: { readonly n?: number; readonly seed?: string | number };
}
