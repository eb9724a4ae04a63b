import type { RunId } from '@assay/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { selectHeads, type RunHead } from '../runs/run-head.ts';
import { BEFORE_FIRST_RUN } from '../runs/run.ts';
import { findRareRuns } from './find-rare-runs.ts';
import { collectValues, writeConditions, type RunFilter } from './run-filter.ts';
import { chooseRange, findRangeEnd, readRange, type Between, type RunRange } from './run-range.ts';

/** Some runs of a list. */
export interface RunPage {
  readonly heads: readonly RunHead[];
  /** Runs of the list that are older are asked for with it as `before`; undefined: there are none. */
  readonly next: RunId | undefined;
}

interface PageSize {
  readonly limit: number;
  /** One statement looks at this many runs. */
  readonly runsAtOnce?: number;
}

const RUNS_AT_ONCE = 2000;
/** For one page. A list of more runs, few of which suit it, has pages that are not full. */
const MAX_LOOKS = 5;

const AFTER_LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as RunId;

/** Newest first. However many runs there are, a page looks at a limited number of them. */
export async function listRunHeads(
  tx: SqlExecutor,
  filter: RunFilter,
  { limit, runsAtOnce = RUNS_AT_ONCE }: PageSize,
): Promise<RunPage> {
  const range = chooseRange(filter);
  const { from = BEFORE_FIRST_RUN, before = AFTER_LAST_ID } = filter;
  const wanted = limit + 1; // the one beyond the page tells that there are more
  if (writeConditions(range.others, String).length === 0) {
    return toPage(await readRange(tx, range, { from, before, limit: wanted }), limit);
  }
  // Most lists have a page full of runs among the newest ones, which are read only as far as that takes.
  const between = { from, before, limit: wanted };
  const newest = await readRange(tx, range, { ...between, atMost: runsAtOnce });
  if (newest.length === wanted) return toPage(newest, limit);
  const rare = await findRareRuns(tx, filter);
  if (rare) return toPage(await readRare(tx, rare, { ...filter, wanted }), limit);
  return searchRange(tx, range, { ...between, runsAtOnce });
}

/** Looks at some runs at a time, until it has enough. */
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

/** `searched`: the last run that was looked at, if there are others after it. */
function toPage(heads: readonly RunHead[], limit: number, searched?: RunId): RunPage {
  const page = heads.slice(0, limit);
  return { heads: page, next: heads.length > limit ? page.at(-1)?.id : searched };
}

/** Each is looked up by its id: asked for by project too, PostgreSQL may read all runs of the project instead. */
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
  const given = `unnest(${add(ids)}::uuid[]) x (id) cross join lateral (select * from run where id = x.id limit 1) r`;
  const conditions = [
    `r.project = ${add(filter.project)}`,
    `x.id >= ${add(from)} and x.id < ${add(before)}`,
    ...writeConditions(filter, add),
  ];
  const runs = `(select r.* from ${given} where ${conditions.join(' and ')} order by r.id desc limit ${add(wanted)})`;
  return queryRows<RunHead>(tx, `${selectHeads(runs)} order by r.id desc`, values);
}
