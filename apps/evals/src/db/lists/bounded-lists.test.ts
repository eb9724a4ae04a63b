import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countBuffers } from '../../testing/count-buffers.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { insertLightRuns, lightRunId } from '../../testing/light-runs.ts';
import type { Database } from '../connection/open-database.ts';
import { ensureNameIndex, listRunHeads } from './list-run-heads.ts';
import type { RunFilter } from './run-filter.ts';

const RUNS = 20_000;

/** Wide rows: the table has few runs per page and 5,000 pages. The rare runs are the oldest. */
const COLUMNS = {
  project: `case when n = 1 then 'other' else 'default' end`,
  name: `case when n = 2 then 'needle' else 'nightly ' || n % 10 end`,
  tags: `case when n = 2 then '{once}'::text[] when n < 900 then '{ci,old}' else '{ci}' end`,
  plan: `to_json(repeat('x', 1500))`,
};

/** Its own rows and 10 run heads. */
const PAGE_BUFFERS = 250;
/** 2,000 scanned runs. */
const LOOK_BUFFERS = 800;

interface Case {
  readonly filter: Partial<RunFilter>;
  readonly rows: number;
  readonly buffers?: number;
}

const CASES: Readonly<Record<string, Case>> = {
  'all runs': { filter: {}, rows: 10 },
  'a late page': { filter: { before: lightRunId(50) }, rows: 10 },
  'ids that begin alike': { filter: { from: lightRunId(16), before: lightRunId(20) }, rows: 4 },
  'a project with one run': { filter: { project: 'other' }, rows: 1 },
  'runs in progress, of which there are none': {
    filter: { states: ['running', 'finishing'] },
    rows: 0,
  },
  'runs in the state of most runs': { filter: { states: ['completed'] }, rows: 10 },
  'the model of all runs': { filter: { model_id: 'm' }, rows: 10 },
  'a model without runs': { filter: { model_id: 'never' }, rows: 0 },
  'a test': { filter: { test_name: 'nightly 3' }, rows: 10 },
  'a test without runs': { filter: { test_name: 'never' }, rows: 0 },
  'a common tag': { filter: { tag: 'ci' }, rows: 10 },
  'a tag of one old run': { filter: { tag: 'once' }, rows: 1, buffers: LOOK_BUFFERS },
  'a tag of 900 old runs': { filter: { tag: 'old' }, rows: 10, buffers: LOOK_BUFFERS },
  'a common part of names': { filter: { q: 'NIGHT' }, rows: 10 },
  'a part of the name of one old run': {
    filter: { q: 'needle' },
    rows: 1,
    buffers: LOOK_BUFFERS,
  },
  'a part of no name': { filter: { q: 'never' }, rows: 0, buffers: LOOK_BUFFERS },
  'pinned runs': { filter: { pinned: true }, rows: 1 },
  'a history': { filter: { test_name: 'nightly 3', states: ['completed'] }, rows: 10 },
  'a model and a state without runs': {
    filter: { model_id: 'm', states: ['failed'] },
    rows: 0,
  },
};

for (const isAnalysed of [false, true]) {
  describe(`with ${RUNS} runs in a table that was ${isAnalysed ? 'just' : 'not'} analysed`, () => {
    let database: Database;

    before(async () => {
      database = await exampleDatabase(1);
      await ensureNameIndex(database);
      await database.executeSql('alter table run set (autovacuum_enabled = false)');
      await insertLightRuns(database, RUNS, COLUMNS);
      await database.executeSql(
        'insert into pinned_baseline (project, test_name, run_id) select project, name, id from run where id = $1',
        [lightRunId(2)],
      );
      if (isAnalysed) await database.executeSql('vacuum analyze');
    });
    after(() => database[Symbol.asyncDispose]());

    for (const [what, { filter, rows, buffers = PAGE_BUFFERS }] of Object.entries(CASES)) {
      it(`each statement for the list of ${what} reads at most ${buffers} pages`, async () => {
        const counter = countBuffers(database);
        const { heads } = await listRunHeads(
          counter,
          { project: 'default', ...filter },
          { limit: 10 },
        );
        assert.equal(heads.length, rows);
        assert.ok(Math.max(...counter.buffers) <= buffers, counter.buffers.join());
      });
    }
  });
}
