import { ApiError, type Client } from '@fairtrial/client';
import type { DatasetConflict, DatasetSaved, FieldError, TestBatch } from '@fairtrial/contracts';
import { readLatestScenario } from '../../../data/scenario-queries.ts';
import { findFreeId, makeId } from '../form/make-id.ts';
import type { Fields } from '../form/scenario-form.ts';

export interface SaveInput {
  readonly dataset: string;
  /** `undefined` for a new scenario. */
  readonly id: string | undefined;
  readonly scenario: Fields;
  /** The latest version that the user knows; `null` if the dataset is new. */
  readonly version: number | null;
  readonly message: string;
}

/** What became of a save. Nothing is stored with a conflict. */
export type SaveOutcome =
  | { readonly state: 'saved'; readonly saved: DatasetSaved; readonly scenario: Fields }
  | {
      readonly state: 'conflict';
      readonly conflict: DatasetConflict;
      /** The scenario as it is stored now; `null` if it was removed, or is new. */
      readonly theirs: Fields | null;
    };

export async function saveScenario(client: Client, input: SaveInput): Promise<SaveOutcome> {
  const { dataset, id, version } = input;
  const scenario = { ...input.scenario, id: id ?? (await chooseId(client, input)) };
  try {
    return { state: 'saved', saved: await store(client, input, scenario), scenario };
  } catch (error) {
    const conflict = error instanceof ApiError ? error.conflict : undefined;
    if (conflict === undefined || conflict.latest_version === version) throw error;
    const theirs = id === undefined ? null : await readLatestScenario(client, dataset, id);
    return { state: 'conflict', conflict, theirs: theirs?.scenario ?? null };
  }
}

/** The typed id, which must be free; otherwise a free one made from the name. */
async function chooseId(
  client: Client,
  { dataset, scenario, version }: SaveInput,
): Promise<string> {
  const isTaken = async (id: string): Promise<boolean> =>
    version !== null && (await readLatestScenario(client, dataset, id)) !== null;
  const { id, name } = scenario;
  if (typeof id !== 'string' || id === '') {
    return findFreeId(makeId(typeof name === 'string' ? name : ''), isTaken);
  }
  if (await isTaken(id)) {
    throw new Error(
      `${dataset} already has a scenario with the id ${id}. Write another id under More.`,
    );
  }
  return id;
}

function store(
  client: Client,
  { dataset, version, message }: SaveInput,
  scenario: Fields,
): Promise<DatasetSaved> {
  // The service validates the scenario; its errors are shown by field.
  const scenarios = [scenario as TestBatch];
  const note = message.trim() === '' ? {} : { message: message.trim() };
  return version === null
    ? client.request('PUT /datasets/:name', { name: dataset, body: { scenarios, ...note } })
    : client.request('POST /datasets/:name/changes', {
        name: dataset,
        body: { base_version: version, upsert: scenarios, ...note },
      });
}

const PLACES: Readonly<Record<string, string>> = {
  user_message: 'message',
  reference_reply: 'reference reply',
  reference_metadata: 'expected labels',
  user: 'simulated user',
  max_turns: 'maximum of messages',
};

/** The pointer of the scenario in the three requests that contain one. */
const SCENARIO = /^\/(?:test_batch|upsert\/\d+|scenarios\/\d+)/;

/** An error of the service with its place in the form: `turn 2, check 1: …`. */
export function describeError({ pointer, detail }: FieldError): string {
  const path = pointer.replace(SCENARIO, '').split('/').slice(1);
  const words: string[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const [part = '', next] = path.slice(at);
    const isNumbered = next !== undefined && /^\d+$/.test(next);
    if (isNumbered) at += 1;
    if (part === 'interactions' && isNumbered) words.push(`turn ${Number(next) + 1}`);
    else if (part === 'checks' && isNumbered) words.push(`check ${Number(next) + 1}`);
    else words.push(PLACES[part] ?? part.replaceAll('_', ' '));
  }
  return words.length === 0 ? detail : `${words.join(', ')}: ${detail}`;
}
