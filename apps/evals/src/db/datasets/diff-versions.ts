import type { DatasetDiff, ScenarioChange, TestBatch } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { PAGE_BYTES } from './list-scenarios.ts';
import { STILL } from './scenario-rows.ts';

export interface Versions {
  readonly datasetId: string;
  readonly from: number;
  readonly to: number;
}

export type DiffCounts = Pick<DatasetDiff, 'added' | 'removed' | 'changed' | 'moved'>;

/** The row of a scenario in a version: there is at most one. */
function rowAt(id: string, version: string): string {
  return `(select * from dataset_scenario
    where dataset_id = $1 and scenario_id = ${id} and from_version <= ${version} and to_version > ${version} limit 1)`;
}

/** A changed scenario `x.id` with its rows `b` (before) and `a` (after), from version $2 to version $3. */
const BOTH = `left join lateral ${rowAt('x.id', '$2::int')} b on true left join lateral ${rowAt('x.id', '$3::int')} a on true`;

function contentOf(row: string): string {
  return `(select * from dataset_content where dataset_id = $1 and hash = ${row}.hash limit 1)`;
}

function contentHash(version: string): string {
  return `(select content_hash from dataset_version where dataset_id = $1 and version = ${version})`;
}

/**
 * A scenario that was added and removed in between, or changed and changed back, has no change. A scenario that was
 * moved and moved back has another place, but the content of the versions is equal.
 */
const CHANGE = `case
  when a.hash is null and b.hash is null then null
  when b.hash is null then 'added'
  when a.hash is null then 'removed'
  when a.hash <> b.hash then 'changed'
  when a.place <> b.place and ${contentHash('$2::int')} <> ${contentHash('$3::int')} then 'moved' end`;

/** Counts all changes. Reads only rows that a version in between has begun or ended. */
export async function countChanges(
  tx: SqlExecutor,
  { datasetId, from, to }: Versions,
): Promise<DiffCounts> {
  const [row] = await queryRows<DiffCounts>(
    tx,
    `select ${['added', 'removed', 'changed', 'moved']
      .map((change) => `(count(*) filter (where change = '${change}'))::int as ${change}`)
      .join(', ')}
     from (
       select ${CHANGE} as change from (
         select scenario_id as id from dataset_scenario
         where dataset_id = $1 and from_version > least($2::int, $3::int) and from_version <= greatest($2::int, $3::int)
         union
         select scenario_id from dataset_scenario
         where dataset_id = $1 and to_version > least($2::int, $3::int) and to_version <= greatest($2::int, $3::int)
           and to_version < ${STILL}
       ) x ${BOTH}
     ) c`,
    [datasetId, from, to],
  );
  return row ?? { added: 0, removed: 0, changed: 0, moved: 0 };
}

export interface ChangedScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly change: ScenarioChange;
  readonly before: TestBatch | null;
  readonly after: TestBatch | null;
}

interface DiffPage {
  readonly rows: readonly ChangedScenarioRow[];
  /** Pass it as `after` to get the next page; `undefined` if there is none. */
  readonly next: string | undefined;
}

interface DiffQuery {
  /** Id of the last scenario of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly content: boolean;
}

/** By id. Reads at most `limit` rows of each version in between. */
export async function listChanges(
  tx: SqlExecutor,
  versions: Versions,
  { after = '', limit, content }: DiffQuery,
): Promise<DiffPage> {
  let start = after;
  for (;;) {
    const page = await readChanges(tx, versions, { after: start, limit, content });
    if (page.rows.length > 0 || page.next === undefined) return page;
    start = page.next;
  }
}

/** The next scenarios that each version in between has begun or ended. */
function touchedBy(column: 'from_version' | 'to_version'): string {
  return `select s.scenario_id from generate_series(least($2::int, $3::int) + 1, greatest($2::int, $3::int)) v
    cross join lateral (
      select scenario_id from dataset_scenario
      where dataset_id = $1 and ${column} = v and to_version <= ${column === 'to_version' ? STILL - 1 : STILL}
        and scenario_id > $4
      order by scenario_id limit $5
    ) s`;
}

async function readChanges(
  tx: SqlExecutor,
  { datasetId, from, to }: Versions,
  { after, limit, content }: DiffQuery,
): Promise<DiffPage> {
  const found = await queryRows<
    ChangedScenarioRow & { change: ScenarioChange | null; size: string }
  >(
    tx,
    `select x.id, coalesce(ac.name, bc.name) as name, ${CHANGE} as change,
       ${content ? 'bc.content as before, ac.content as after' : 'null::json as before, null::json as after'},
       sum(coalesce(a.bytes, 0) + coalesce(b.bytes, 0)) over (order by x.id collate "C")
         - coalesce(a.bytes, 0) - coalesce(b.bytes, 0) as size
     from (
       select scenario_id as id from (
         ${touchedBy('from_version')} union ${touchedBy('to_version')}
       ) t order by scenario_id limit $5
     ) x ${BOTH}
       left join lateral ${contentOf('b')} bc on true left join lateral ${contentOf('a')} ac on true
     order by x.id collate "C"`,
    [datasetId, from, to, after, limit + 1],
  );
  const page = found.filter(
    (row, at) => at < limit && (!content || at === 0 || Number(row.size) < PAGE_BYTES),
  );
  const rows = page
    .filter(({ change }) => change !== null)
    .map((row) => ({
      id: row.id,
      name: row.name,
      change: row.change,
      before: row.before,
      after: row.after,
    }));
  return { rows, next: page.length < found.length ? page.at(-1)?.id : undefined };
}
