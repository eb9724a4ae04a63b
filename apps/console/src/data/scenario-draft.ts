import { readDraft, writeDraft } from './use-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A scenario that is not saved yet. */
export interface ScenarioDraft {
  readonly scenario: Fields;
  /** The scenario and the version that are edited; `null` for a new scenario. */
  readonly base: { readonly scenario: Fields; readonly version: number } | null;
  /** What is typed as JSON, if it cannot be read yet. */
  readonly json?: string | undefined;
}

/** The draft of a scenario of a dataset; without an id, of the new one. `undefined` if there is none. */
export function readScenarioDraft(
  dataset: string,
  id: string | undefined,
): ScenarioDraft | undefined {
  try {
    const draft: unknown = JSON.parse(readDraft(nameOf(dataset, id)) || 'null');
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function writeScenarioDraft(
  dataset: string,
  id: string | undefined,
  draft: ScenarioDraft | undefined,
): void {
  writeDraft(nameOf(dataset, id), draft === undefined ? '' : JSON.stringify(draft));
}

function nameOf(dataset: string, id: string | undefined): string {
  return `scenario/${dataset}/${id ?? ''}`;
}

function isDraft(value: unknown): value is ScenarioDraft {
  if (!hasFields(value) || !hasFields(value['scenario']) || !('base' in value)) return false;
  const { interactions, user } = value['scenario'];
  return Array.isArray(interactions) || hasFields(user);
}

function hasFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
