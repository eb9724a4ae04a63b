import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { selectHeads, type RunHead } from '../runs/run-head.ts';
import { BEFORE_FIRST_RUN } from '../../entities/run.ts';
import { findRareRuns } from './find-rare-runs.ts';
import { collectValues, writeConditions, type RunFilter } from './run-filter.ts';
import { chooseRange, findRangeEnd, readRange, type Between, type RunRange } from './run-range.ts';

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
