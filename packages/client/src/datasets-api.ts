import type {
  Conversation,
  ConversationList,
  DatasetChanges,
  DatasetContent,
  DatasetDiff,
  DatasetList,
  DatasetSaved,
  DatasetVersionList,
  DatasetView,
  ImportRequest,
  ImportResult,
  ScenarioList,
  StoredScenario,
} from '@fairtrial/contracts';
import type { Sender } from './create-sender.ts';
import type { CallOptions } from './runs-api.ts';

export type DatasetContentInput = (typeof DatasetContent)['_zod']['input'];
export type DatasetChangesInput = (typeof DatasetChanges)['_zod']['input'];
export type ImportInput = (typeof ImportRequest)['_zod']['input'];

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ScenariosQuery extends PageQuery {
  /** Default: the latest. */
  readonly version?: number | undefined;
  /** Searches ids, names and messages. */
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  /** True: each row has its whole scenario. */
  readonly content?: boolean | undefined;
}

export interface DiffQuery extends PageQuery {
  readonly from: number;
  readonly to: number;
}

/** `baseVersion` is the version that was edited; without it the dataset must be new or have the same content. */
interface SaveOptions extends CallOptions {
  readonly baseVersion?: number | undefined;
}

/** Stored datasets of the project. */
export interface DatasetsApi {
  list(query?: PageQuery & { readonly q?: string }, options?: CallOptions): Promise<DatasetList>;
  read(name: string, query?: { version?: number }, options?: CallOptions): Promise<DatasetView>;
  versions(name: string, query?: PageQuery, options?: CallOptions): Promise<DatasetVersionList>;
  scenarios(name: string, query?: ScenariosQuery, options?: CallOptions): Promise<ScenarioList>;
  scenario(
    name: string,
    id: string,
    query?: { version?: number },
    options?: CallOptions,
  ): Promise<StoredScenario>;
  diff(name: string, query: DiffQuery, options?: CallOptions): Promise<DatasetDiff>;
  /** Replaces all scenarios. Rejects with `version_conflict` if the dataset was changed in the meantime. */
  save(name: string, content: DatasetContentInput, options?: SaveOptions): Promise<DatasetSaved>;
  /** Changes some scenarios. Rejects with `version_conflict` if the dataset was changed in the meantime. */
  change(name: string, changes: DatasetChangesInput, options?: CallOptions): Promise<DatasetSaved>;
  archive(name: string, options?: CallOptions): Promise<void>;
  /** Converts a file of another tool. Stores nothing. */
  convert(file: ImportInput, options?: CallOptions): Promise<ImportResult>;
}

export function createDatasetsApi(sender: Sender): DatasetsApi {
  return {
    list: (query = {}, { signal } = {}) =>
      sender.json({ path: '/datasets', query: { ...query }, signal }),
    read: (name, query = {}, { signal } = {}) =>
      sender.json({ path: pathOf(name), query: { ...query }, signal }),
    versions: (name, query = {}, { signal } = {}) =>
      sender.json({ path: `${pathOf(name)}/versions`, query: { ...query }, signal }),
    scenarios: (name, query = {}, { signal } = {}) =>
      sender.json({ path: `${pathOf(name)}/scenarios`, query: { ...query }, signal }),
    // oxlint-disable-next-line max-params
    scenario: (name, id, query = {}, { signal } = {}) => {
      const path = `${pathOf(name)}/scenarios/${encodeURIComponent(id)}`;
      return sender.json({ path, query: { ...query }, signal });
    },
    diff: (name, query, { signal } = {}) =>
      sender.json({ path: `${pathOf(name)}/diff`, query: { ...query }, signal }),
    save: (name, body, { baseVersion, signal } = {}) => {
      const headers = baseVersion === undefined ? {} : { 'if-match': `"${baseVersion}"` };
      return sender.json({ method: 'PUT', path: pathOf(name), body, headers, signal });
    },
    change: (name, body, { signal } = {}) =>
      sender.json({ method: 'POST', path: `${pathOf(name)}/changes`, body, signal }),
    archive: (name, { signal } = {}) =>
      sender.send({ method: 'DELETE', path: pathOf(name), signal }, async () => undefined),
    convert: (body, { signal } = {}) =>
      sender.json({ method: 'POST', path: '/import', body, signal }),
  };
}

function pathOf(name: string): string {
  return `/datasets/${encodeURIComponent(name)}`;
}

export interface ConversationsQuery extends PageQuery {
  /** Searches the messages. */
  readonly q?: string | undefined;
  readonly model?: string | undefined;
  readonly tool?: string | undefined;
  readonly failed?: boolean | undefined;
  /** Started at or after. */
  readonly from?: string | undefined;
  /** Started before. */
  readonly to?: string | undefined;
}

/** Conversations that were read from traces. */
export interface ConversationsApi {
  list(query?: ConversationsQuery, options?: CallOptions): Promise<ConversationList>;
  read(id: string, options?: CallOptions): Promise<Conversation>;
}

export function createConversationsApi(sender: Sender): ConversationsApi {
  return {
    list: (query = {}, { signal } = {}) =>
      sender.json({ path: '/conversations', query: { ...query }, signal }),
    read: (id, { signal } = {}) =>
      sender.json({ path: `/conversations/${encodeURIComponent(id)}`, signal }),
  };
}
