import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { selectHeads, type RunHead } from '../runs/run-head.ts';
import { collectValues, writeConditions, type AddValue, type RunFilter } from './run-filter.ts';

/** An index in which the runs of a list are contiguous, newest first. */
interface ListIndex {
  readonly from: string;
  /** The first column of the index; the second is the run id. */
  readonly key: string;
  readonly id: string;
  /** One for each part of the list. Nearly every list has one part. */
  readonly values: readonly (string | readonly string[])[];
}

/** The runs of a list are read along an index; the other conditions are checked for each run. */
export interface RunRange {
  readonly index: ListIndex;
  readonly others: Partial<RunFilter>;
}

/** A range of ids: `from` is inclusive, `before` is exclusive. */
export interface Between {
  readonly from: RunId;
  readonly before: RunId;
}

/**
 * Chooses the index that is likely to have the fewest runs of the list. Most runs are completed, so state is used last.
 */
export function chooseRange(filter: RunFilter): RunRange {
  const { project, states, model_id, test_name, ...others } = filter;
  if (others.pinned === true) {
    const index = { from: PINNED, key: 'k.project', id: 'k.run_id', values: [project] };
    return { index, others: { ...others, states, model_id, test_name, pinned: undefined } };
  }
  const along = (column: string, values: readonly string[]): ListIndex => ({
    ...RUNS,
    key: `array[r.project, r.${column}]`,
    values: values.map((value) => [project, value]),
  });
  if (test_name !== undefined) {
    return { index: along('name', [test_name]), others: { ...others, states, model_id } };
  }
  const isMostRuns = states?.includes('completed') === true;
  if (states !== undefined && (model_id === undefined || !isMostRuns)) {
    return { index: along('state', states), others: { ...others, model_id } };
  }
  if (model_id !== undefined) {
    return { index: along('model_id', [model_id]), others: { ...others, states } };
  }
  return { index: { ...RUNS, key: 'r.project', values: [project] }, others };
}

const RUNS = { from: 'run r', id: 'r.id' };
const PINNED = 'pinned_baseline k join run r on r.id = k.run_id';

interface RangeQuery extends Between {
  readonly limit: number;
  /** Maximum number of scanned runs; `undefined`: the whole range. */
  readonly atMost?: number;
}

/** Newest first, at most `limit` runs. */
export function readRange(
  tx: SqlExecutor,
  { index, others }: RunRange,
  { limit, atMost, ...between }: RangeQuery,
): Promise<readonly RunHead[]> {
  const { values, add } = collectValues();
  const count = add(limit);
  const most = atMost === undefined ? 'all' : add(atMost);
  const conditions = ['true', ...writeConditions(others, add)].join(' and ');
  const parts = writeParts(index, between, add).map((where) => {
    const runs = `select r.* from ${index.from} where ${where} order by ${index.id} desc limit ${most}`;
    return `(select * from (${runs}) r where ${conditions} order by id desc limit ${count})`;
  });
  const runs = `(select * from (${parts.join(' union all ')}) r order by id desc limit ${count})`;
  return queryRows<RunHead>(tx, `${selectHeads(runs)} order by r.id desc`, values);
}

/** Returns the id of the run at position `count` (from 1) of the index range; `undefined` if there are fewer runs. */
export async function findRangeEnd(
  tx: SqlExecutor,
  index: ListIndex,
  { count, ...between }: Between & { readonly count: number },
): Promise<RunId | undefined> {
  const { values, add } = collectValues();
  const skipped = add(count - 1);
  const parts = writeParts(index, between, add).map(
    (where) =>
      `(select ${index.id} as id from ${index.from} where ${where} order by ${index.id} desc limit 1 offset ${skipped})`,
  );
  const text = `select id from (${parts.join(' union all ')}) x order by id desc limit 1`;
  const [row] = await queryRows<{ id: RunId }>(tx, text, values);
  return row?.id;
}

/**
 * Compares the key three times, which finds the same runs. PostgreSQL plans before it knows the values and estimates
 * that three conditions match far fewer runs than one, so it prefers this index over any other, even if its statistics
 * say that all runs belong to one project.
 */
function writeParts(
  { key, id, values }: ListIndex,
  { from, before }: Between,
  add: AddValue,
): readonly string[] {
  const between = `${id} >= ${add(from)} and ${id} < ${add(before)}`;
  return values.map((value) => {
    const given = add(value);
    return `${key} = ${given} and ${key} >= ${given} and ${key} <= ${given} and ${between}`;
  });
}
