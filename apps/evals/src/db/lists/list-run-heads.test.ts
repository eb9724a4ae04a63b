import type { RunId } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { insertLightRuns } from '../../testing/light-runs.ts';
import type { Database } from '../connection/open-database.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import type { StoredRunState } from '../../entities/run.ts';
import { ensureNameIndex, listRunHeads } from './list-run-heads.ts';
import type { RunFilter } from './run-filter.ts';

const RUNS = 2500;

interface PlainRun {
  readonly id: RunId;
  readonly project: string;
  readonly name: string;
  readonly modelId: string;
  readonly tags: readonly string[];
  readonly state: StoredRunState;
  readonly isAgainst: boolean;
  readonly isPinned: boolean;
}

/** The names contain the special characters of LIKE patterns. */
const COLUMNS = {
  project: `case when n % 7 = 0 then 'other' else 'default' end`,
  name: String.raw`(array['Nightly 100%', 'nightly_b', 'Grüße \ äö', 'x'])[n % 4 + 1] || case when n = 3 then ' needle' else '' end`,
  model_id: `case when n % 50 = 0 then 'rare' else 'm' end`,
  tags: `case when n = 2 then '{once}' when n % 3 = 0 then '{ci,"a b"}' else '{}' end::text[]`,
  state: `(array['completed', 'completed', 'failed', 'running', 'finishing', 'cancelled'])[n % 6 + 1]`,
  is_against: 'n % 5 = 0',
};

const parts = fc.constantFrom('needle', 'NIGHT', '100%', '_b', '\\', 'äö', 'y', 'nothing');
const FILTERS: fc.Arbitrary<RunFilter> = fc.record(
  {
    project: fc.constantFrom('default', 'other', 'none'),
    states: fc.constantFrom<readonly StoredRunState[]>(
      ['completed'],
      ['running', 'finishing'],
      ['failed'],
      ['cancelling'],
    ),
    model_id: fc.constantFrom('m', 'rare', 'never'),
    tag: fc.constantFrom('ci', 'a b', 'once', 'never'),
    test_name: fc.constantFrom('nightly_b', 'Nightly 100%', 'never'),
    pinned: fc.boolean(),
    withoutAgainst: fc.boolean(),
    q: parts,
  },
  { requiredKeys: ['project'] },
);

/** With 50 runs per statement, one page scans fewer runs than there are. */
const SIZES = fc.record({
  limit: fc.integer({ min: 100, max: 3000 }),
  runsAtOnce: fc.constantFrom(50, 700, 5000),
});

describe('a list of runs', () => {
  let database: Database;
  let runs: readonly PlainRun[];

  before(async () => {
    database = await exampleDatabase(1);
    await ensureNameIndex(database);
    await insertLightRuns(database, RUNS, COLUMNS);
    await database.executeSql(
      `insert into pinned_baseline (project, test_name, run_id)
       select project, id::text, id from run where id::text like '%5a'`,
    );
    runs = await queryRows<PlainRun>(
      database,
      `select id, project, name, model_id as "modelId", tags, state, is_against as "isAgainst",
         exists (select from pinned_baseline where run_id = id) as "isPinned" from run order by id desc`,
    );
  });
  after(() => database[Symbol.asyncDispose]());

  it('a list has the runs that match its filter, newest first, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(FILTERS, SIZES, async (filter, size) => {
        const expected = runs.filter((run) => suits(run, filter)).map(({ id }) => id);
        assert.deepEqual(await readAll(database, filter, size), expected);
      }),
      { numRuns: 100 },
    );
  });

  it('a list has the same runs without the index for parts of names', async () => {
    await database.executeSql('drop index run_by_part_of_name');
    const filter = { project: 'default', q: 'needle' };
    assert.deepEqual(
      await readAll(database, filter, { limit: 10, runsAtOnce: 500 }),
      runs.filter((run) => suits(run, filter)).map(({ id }) => id),
    );
    await ensureNameIndex(database);
  });

  it('a list starts and ends at the requested runs', async () => {
    const newest = runs.filter(({ project }) => project === 'default').slice(0, 30);
    const [from, last] = [newest[20]?.id, newest[10]?.id];
    const filter = { project: 'default', from, before: last };
    const { heads, next } = await listRunHeads(database, filter, { limit: 100 });
    assert.deepEqual(
      heads.map(({ id }) => id),
      newest.slice(11, 21).map(({ id }) => id),
    );
    assert.equal(next, undefined);
  });
});

async function readAll(
  tx: SqlExecutor,
  filter: RunFilter,
  size: { readonly limit: number; readonly runsAtOnce: number },
): Promise<readonly RunId[]> {
  const ids: RunId[] = [];
  let next: RunId | undefined;
  do {
    const page = await listRunHeads(tx, { ...filter, before: next }, size);
    assert.ok(page.heads.length <= size.limit);
    ids.push(...page.heads.map(({ id }) => id));
    next = page.next;
  } while (next !== undefined);
  return ids;
}

function suits(run: PlainRun, filter: RunFilter): boolean {
  const { states, tag, q = '' } = filter;
  const equal = [
    [filter.project, run.project],
    [filter.model_id, run.modelId],
    [filter.test_name, run.name],
    [filter.pinned, run.isPinned],
    [filter.withoutAgainst === true ? false : undefined, run.isAgainst],
  ];
  return (
    equal.every(([wanted, value]) => wanted === undefined || wanted === value) &&
    (states === undefined || states.includes(run.state)) &&
    (tag === undefined || run.tags.includes(tag)) &&
    run.name.toLowerCase().includes(q.toLowerCase())
  );
}
