import type { TestBatch } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** A scenario as it is stored. */
export interface ScenarioToStore {
  readonly id: string;
  readonly hash: string;
  readonly content: TestBatch;
  readonly bytes: number;
  readonly name: string;
  readonly tags: readonly string[];
  readonly preview: string;
  readonly interactions: number;
  readonly checks: number;
  /** For searches, in lower case. */
  readonly words: readonly string[];
}

/** A scenario of the latest version. */
export interface PlacedScenario {
  readonly id: string;
  readonly hash: string;
  readonly place: number;
  /** The first version with this row. It completes the primary key. */
  readonly since: number;
}

/** `to_version` of the rows of the latest version. */
export const STILL = 2_147_483_647;

/** Distance of two places. Each insertion between two scenarios takes half of what is left. */
export const GAP = 2 ** 30;

/** The scenarios of the latest version, in order. */
export async function loadLatest(
  tx: SqlExecutor,
  datasetId: string,
): Promise<readonly PlacedScenario[]> {
  const latest = `select * from dataset_scenario where dataset_id = $1 and to_version = ${STILL}`;
  return toPlaced(await queryRows<PlacedRow>(tx, asOneValue(latest), [datasetId]));
}

interface Touched {
  readonly upsert: readonly string[];
  readonly remove: readonly string[];
  readonly order: readonly { readonly id: string; readonly after: string | null }[];
}

/**
 * Like `loadLatest`, but only the given scenarios, the nearest ones on both sides of a move that stay where they are, and
 * the last one, behind which new ones are added. One change of a large dataset then reads few rows.
 */
export async function loadTouched(
  tx: SqlExecutor,
  datasetId: string,
  { upsert, remove, order }: Touched,
): Promise<readonly PlacedScenario[]> {
  const latest = `select * from dataset_scenario where dataset_id = $1 and to_version = ${STILL}`;
  const find = (ids: string): string =>
    `select s.* from unnest(${ids}) x (id) cross join lateral (
       ${latest} and scenario_id = x.id order by from_version desc limit 1
     ) s`;
  // PostgreSQL compares each row with the whole list for `<> all($3)`, but looks it up in a hash table here.
  const remaining = `${latest} and scenario_id not in (select unnest($3::text[]))`;
  const staying = `${remaining} and scenario_id <> all($4)`;
  const targets = order.map(({ after }) => after);
  const touched = `
    with moves as materialized (${find('$4::text[] || $5::text[]')})
     ${find('$2::text[] || $3::text[]')}
     union select * from moves
     union select s.* from moves m cross join lateral (
       (${staying} and place < m.place order by place desc limit 1)
       union all (${staying} and place > m.place order by place limit 1)
     ) s
     union (${staying} and $6 order by place limit 1)
     union (${remaining} order by place desc limit 1)`;
  const rows = await queryRows<PlacedRow>(tx, asOneValue(touched), [
    datasetId,
    upsert,
    remove,
    order.map(({ id }) => id),
    targets.filter((id) => id !== null),
    targets.includes(null),
  ]);
  return toPlaced(rows);
}

interface PlacedRow {
  readonly found: readonly (readonly [string, string, number, number])[];
}

/** Reads one value instead of up to 200,000 rows, which would take several times as long to parse. */
function asOneValue(rows: string): string {
  return `
    select coalesce(json_agg(json_build_array(scenario_id, hash, place, from_version) order by place), '[]') as found
    from (${rows}) s`;
}

function toPlaced([row]: readonly PlacedRow[]): readonly PlacedScenario[] {
  return (row?.found ?? []).map(([id, hash, place, since]) => ({ id, hash, place, since }));
}

/** Spreads the places of all versions evenly. The order of every version stays, and so do equal places. */
export async function spreadPlaces(tx: SqlExecutor, datasetId: string): Promise<void> {
  await tx.executeSql(
    `update dataset_scenario s set place = x.spread
     from (
       select place, row_number() over (order by place) * ${GAP} as spread
       from (select distinct place from dataset_scenario where dataset_id = $1) p
     ) x
     where s.dataset_id = $1 and s.place = x.place`,
    [datasetId],
  );
}

/** The rows that a new version ends and begins. */
export interface RowChanges {
  readonly removed: readonly PlacedScenario[];
  /** New content; the place of a changed scenario may differ, too. `earlier` is `undefined` for a new scenario. */
  readonly stored: readonly {
    readonly scenario: ScenarioToStore;
    readonly earlier: PlacedScenario | undefined;
    readonly place: number;
  }[];
  /** The same content at another place. */
  readonly moved: readonly { readonly earlier: PlacedScenario; readonly place: number }[];
}

interface NewRows {
  readonly datasetId: string;
  readonly version: number;
}

/** Finds rows by their whole primary key: with less PostgreSQL may scan all rows of the dataset for each of them. */
export async function writeRows(
  tx: SqlExecutor,
  { datasetId, version }: NewRows,
  { removed, stored, moved }: RowChanges,
): Promise<void> {
  const ended = [
    ...removed,
    ...stored.flatMap(({ earlier }) => earlier ?? []),
    ...moved.map(({ earlier }) => earlier),
  ];
  if (ended.length > 0) {
    await tx.executeSql(
      `update dataset_scenario s set to_version = $2 from unnest($3::text[], $4::int[]) x (id, since)
       where s.dataset_id = $1 and s.scenario_id = x.id and s.from_version = x.since`,
      [datasetId, version, ended.map(({ id }) => id), ended.map(({ since }) => since)],
    );
  }
  if (moved.length > 0) await insertMoved(tx, { datasetId, version }, moved);
  if (stored.length > 0) await insertStored(tx, { datasetId, version }, stored);
}

async function insertMoved(
  tx: SqlExecutor,
  { datasetId, version }: NewRows,
  moved: RowChanges['moved'],
): Promise<void> {
  await tx.executeSql(
    `insert into dataset_scenario (dataset_id, scenario_id, from_version, place, hash, bytes, interactions, tags)
     select $1, x.id, $2, x.place, s.hash, s.bytes, s.interactions, s.tags
     from unnest($3::text[], $4::int[], $5::bigint[]) x (id, since, place)
       join dataset_scenario s on s.dataset_id = $1 and s.scenario_id = x.id and s.from_version = x.since`,
    [
      datasetId,
      version,
      moved.map(({ earlier }) => earlier.id),
      moved.map(({ earlier }) => earlier.since),
      moved.map(({ place }) => place),
    ],
  );
}

/** A content that an earlier version had is stored already. */
async function insertStored(
  tx: SqlExecutor,
  { datasetId, version }: NewRows,
  stored: RowChanges['stored'],
): Promise<void> {
  const rows = stored.map(({ scenario, place }) => {
    const lexemes = toLexemes(datasetId, scenario);
    return { ...scenario, tags: [...new Set(scenario.tags)], words: lexemes, place };
  });
  await tx.executeSql(
    `with given as materialized (
       select * from json_to_recordset($3) x (id text, place bigint, hash text, content json, bytes integer, name text,
         tags json, preview text, interactions integer, checks integer, words json)
     ), contents as (
       insert into dataset_content (dataset_id, hash, scenario_id, content, name, preview, checks, search)
       select $1, hash, id, content, name, preview, checks,
         array_to_tsvector(array(select json_array_elements_text(words)))
       from given
       on conflict do nothing
     )
     insert into dataset_scenario (dataset_id, scenario_id, from_version, place, hash, bytes, interactions, tags)
     select $1, id, $2, place, hash, bytes, interactions, array(select json_array_elements_text(tags)) from given`,
    [datasetId, version, toJsonParameter(rows)],
  );
}

function toLexemes(datasetId: string, { words, tags }: ScenarioToStore): readonly string[] {
  return [
    ...words.map((word) => toWordLexeme(datasetId, word)),
    ...tags.map((tag) => toTagLexeme(datasetId, tag)),
  ];
}

export function toWordLexeme(datasetId: string, word: string): string {
  return `${datasetId}/${word}`;
}

export function toTagLexeme(datasetId: string, tag: string): string {
  return `${datasetId}#${tag}`;
}

interface NewVersion {
  readonly datasetId: string;
  readonly version: number;
  readonly changes: { added: number; removed: number; changed: number; moved: number };
  readonly author: string | null;
  readonly message: string;
}

/** Stores the figures of the latest rows as a version. Returns the number of scenarios. */
export async function insertVersion(
  tx: SqlExecutor,
  { datasetId, version, changes, author, message }: NewVersion,
): Promise<number> {
  const { added, removed, changed, moved } = changes;
  const latest = `from dataset_scenario where dataset_id = $1 and to_version = ${STILL}`;
  const [row] = await queryRows<{ scenarios: number }>(
    tx,
    `insert into dataset_version
       (dataset_id, version, content_hash, scenarios, interactions, added, removed, changed, moved, author, message, tags)
     select $1, $2, encode(sha256(convert_to(coalesce(string_agg(hash, ',' order by place), ''), 'UTF8')), 'hex'),
       count(*), coalesce(sum(interactions), 0), $3, $4, $5, $6, $7, $8,
       (select coalesce(json_agg(t), '[]') from (
          select tag, count(*) as scenarios from (select unnest(tags) as tag ${latest}) t
          group by tag order by count(*) desc, tag collate "C" limit 100) t)
     ${latest}
     returning scenarios`,
    [datasetId, version, added, removed, changed, moved, author, message],
  );
  return row?.scenarios ?? 0;
}
