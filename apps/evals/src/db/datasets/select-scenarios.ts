import { INPUT_LIMITS, type ScenarioFilter, type TestBatch } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { collectValues, type AddValue } from '../lists/run-filter.ts';
import { findDataset, findVersion } from './stored-datasets.ts';

interface Choice {
  /** `support`, `support@latest` or `support@7`. */
  readonly reference: string;
  readonly filter: ScenarioFilter | undefined;
  readonly maxInteractions: number;
}

interface Selection {
  readonly name: string;
  readonly version: number;
  readonly contentHash: string;
  /** In the order of the dataset. */
  readonly scenarios: readonly TestBatch[];
}

interface NoSelection {
  /** `archived`: only its versions can be run, such as `support@7`. */
  readonly problem: 'unknown_dataset' | 'unknown_version' | 'archived' | 'empty' | 'too_large';
  /** With `too_large`: of the selected scenarios. */
  readonly interactions?: number;
  /** With `too_large`: the size of the selected scenarios. They may have as many bytes as the body of a request. */
  readonly bytes?: number;
}

/** Selects the scenarios of a run. A selection that is too large is counted but not read. */
export async function selectScenarios(
  tx: SqlExecutor,
  project: string,
  { reference, filter, maxInteractions }: Choice,
): Promise<Selection | NoSelection> {
  const [name = '', wanted = 'latest'] = reference.split('@');
  const dataset = await findDataset(tx, { project, name });
  if (dataset === undefined) return { problem: 'unknown_dataset' };
  if (wanted === 'latest' && dataset.archivedAt !== null) return { problem: 'archived' };
  const version = wanted === 'latest' ? dataset.latest : Number(wanted);
  const row = await findVersion(tx, dataset.id, version);
  if (row === undefined) return { problem: 'unknown_version' };
  const { values, add } = collectValues();
  const chosen = writeChoice({ datasetId: dataset.id, version, filter }, add);
  const [size] = await queryRows<{ scenarios: number; interactions: number; bytes: number }>(
    tx,
    `select count(*)::int as scenarios, coalesce(sum(interactions), 0)::int as interactions,
       coalesce(sum(bytes), 0)::float8 as bytes from (${chosen}) s`,
    values,
  );
  if (size === undefined || size.scenarios === 0) return { problem: 'empty' };
  const { interactions, bytes } = size;
  if (interactions > maxInteractions || bytes > INPUT_LIMITS.body_bytes) {
    return { problem: 'too_large', interactions, bytes };
  }
  const rows = await queryRows<{ content: TestBatch }>(
    tx,
    `select c.content from (${chosen}) s
       join dataset_content c on c.dataset_id = s.dataset_id and c.hash = s.hash
     order by s.place`,
    values,
  );
  const scenarios = rows.map(({ content }) => content);
  return { name, version, contentHash: row.content_hash, scenarios };
}

interface Chosen {
  readonly datasetId: string;
  readonly version: number;
  readonly filter: ScenarioFilter | undefined;
}

/** Tags and ids first, then the sample. */
function writeChoice({ datasetId, version, filter }: Chosen, add: AddValue): string {
  const { tags, ids, sample } = filter ?? {};
  const at = add(version);
  const conditions = [
    `dataset_id = ${add(datasetId)} and from_version <= ${at} and to_version > ${at}`,
    ...(tags === undefined ? [] : [`tags && ${add(tags)}::text[]`]),
    ...(ids === undefined ? [] : [`scenario_id = any(${add(ids)})`]),
  ];
  const all = `select * from dataset_scenario where ${conditions.join(' and ')}`;
  if (sample === undefined) return all;
  const { n, seed = '0' } = sample;
  return `${all} order by sha256(convert_to(${add(String(seed))}::text || scenario_id, 'UTF8')), scenario_id limit ${add(n)}`;
}
