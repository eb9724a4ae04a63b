import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor, type Transactor } from '../connection/sql.ts';
import { selectHeads, type RunHead } from '../runs/run-head.ts';
import { BEFORE_FIRST_RUN } from '../../entities/run.ts';
import { collectValues, writeConditions, type RunFilter, toPattern } from './run-filter.ts';
import { chooseRange, findRangeEnd, readRange, type Between, type RunRange } from './run-range.ts';
import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { ensureIndex, type Index } from '../connection/ensure-index.ts';

/** One page of a list of runs. */
export interface RunPage {
  readonly heads: readonly RunHead[];
  /** Pass it as `before` to get older runs; `undefined` if there are none. */
  readonly next: RunId | undefined;
}

interface PageSize {
  readonly limit: number;
  /** Number of runs that one statement scans. */
  readonly runsAtOnce?: number;
}

const RUNS_AT_ONCE = 2000;
/** Statements per page. If few of many runs match, pages are not full. */
const MAX_LOOKS = 5;

const AFTER_LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as RunId;

/** Newest first. A page scans a limited number of runs, regardless of how many there are. */
export async function listRunHeads(
  tx: SqlExecutor,
  filter: RunFilter,
  { limit, runsAtOnce = RUNS_AT_ONCE }: PageSize,
): Promise<RunPage> {
  const range = chooseRange(filter);
  const { from = BEFORE_FIRST_RUN, before = AFTER_LAST_ID } = filter;
  const wanted = limit + 1; // the extra run shows that there are more
  if (writeConditions(range.others, String).length === 0) {
    return toPage(await readRange(tx, range, { from, before, limit: wanted }), limit);
  }
  // For most lists the newest runs fill a page, and the statement stops reading when it is full.
  const between = { from, before, limit: wanted };
  const newest = await readRange(tx, range, { ...between, atMost: runsAtOnce });
  if (newest.length === wanted) return toPage(newest, limit);
  const rare = await findRareRuns(tx, filter);
  if (rare) return toPage(await readRare(tx, rare, { ...filter, wanted }), limit);
  return searchRange(tx, range, { ...between, runsAtOnce });
}

/** Scans a limited number of runs per statement until the page is full. */
async function searchRange(
  tx: SqlExecutor,
  range: RunRange,
  { from, before, limit: wanted, runsAtOnce: count }: Required<PageSize> & Between,
): Promise<RunPage> {
  const heads: RunHead[] = [];
  let newest = before;
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const end = await findRangeEnd(tx, range.index, { from, before: newest, count });
    const between = { from: end ?? from, before: newest };
    heads.push(...(await readRange(tx, range, { ...between, limit: wanted - heads.length })));
    if (end === undefined || heads.length === wanted) return toPage(heads, wanted - 1);
    newest = end;
  }
  return toPage(heads, wanted - 1, newest);
}

/** `searched`: the last scanned run, if there are older ones. */
function toPage(heads: readonly RunHead[], limit: number, searched?: RunId): RunPage {
  const page = heads.slice(0, limit);
  return { heads: page, next: heads.length > limit ? page.at(-1)?.id : searched };
}

/**
 * Looks up runs by id only: with the project as a condition PostgreSQL may read all runs of the project instead. It
 * sorts the given ids and not the runs, so that it stops when the page is full.
 */
function readRare(
  tx: SqlExecutor,
  ids: readonly RunId[],
  {
    wanted,
    from = BEFORE_FIRST_RUN,
    before = AFTER_LAST_ID,
    ...filter
  }: RunFilter & { wanted: number },
): Promise<readonly RunHead[]> {
  const { values, add } = collectValues();
  const range = `id >= ${add(from)} and id < ${add(before)}`;
  const given = `(select * from unnest(${add(ids)}::uuid[]) u (id) where ${range} order by id desc)`;
  const conditions = [`r.project = ${add(filter.project)}`, ...writeConditions(filter, add)];
  const runs = `(select r.* from ${given} x cross join lateral (select * from run where id = x.id limit 1) r
    where ${conditions.join(' and ')} order by x.id desc limit ${add(wanted)})`;
  return queryRows<RunHead>(tx, `${selectHeads(runs)} order by r.id desc`, values);
}

/** The index returns runs in no order, so all matches have to be read; with more matches than this it is not used. */
const MAX_RARE = 1000;

/** pg_trgm indexes sequences of three letters or digits. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** Returns all runs of the project with the tag, or with the text in their names; `undefined` if there are too many. */
async function findRareRuns(
  tx: SqlExecutor,
  { project, q, tag }: Pick<RunFilter, 'project' | 'q' | 'tag'>,
): Promise<readonly RunId[] | undefined> {
  if (q !== undefined && INDEXED_TEXT.test(q) && (await hasNameIndex(tx))) {
    const named = await findFew(tx, 'find_runs_by_part_of_name', [project, toPattern(q)]);
    if (named !== undefined) return named;
  }
  return tag === undefined ? undefined : findFew(tx, 'find_runs_by_tag', [project, tag]);
}

/** False without the extension pg_trgm. */
async function hasNameIndex(tx: SqlExecutor): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    tx,
    `select exists (select from pg_index where indexrelid = to_regclass('run_by_part_of_name') and indisvalid) as found`,
  );
  return row?.found === true;
}

async function findFew(
  tx: SqlExecutor,
  by: 'find_runs_by_part_of_name' | 'find_runs_by_tag',
  values: readonly string[],
): Promise<readonly RunId[] | undefined> {
  const rows = await queryRows<{ id: RunId }>(tx, `select id from ${by}($1, $2, $3)`, [
    ...values,
    MAX_RARE + 1,
  ]);
  return rows.length > MAX_RARE ? undefined : rows.map(({ id }) => id);
}

const NAME_INDEX: Index = {
  name: 'run_by_part_of_name',
  table: 'run',
  // Each search also reads the entries that were added since the last clean-up, so their list is kept short.
  definition:
    'using gin (lower(name) gin_trgm_ops, (array[project])) with (gin_pending_list_limit = 256)',
};

/**
 * Creates the index for searching parts of names. Throws if the database lacks pg_trgm and this role may not add it; a
 * search for a rare name then takes several pages.
 */
export async function ensureNameIndex(database: Transactor): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.indexes]);
    await tx.executeSql('create extension if not exists pg_trgm');
  });
  await ensureIndex(database, NAME_INDEX);
}
