import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countBuffers, type BufferCounter } from '../../testing/count-buffers.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { SLOW_ANSWER_MS, type Database } from '../connection/open-database.ts';
import type { SqlExecutor } from '../connection/sql.ts';
import { countChanges, listChanges } from './diff-versions.ts';
import { listScenarios, type ScenarioPageQuery } from './list-scenarios.ts';
import { loadTouched } from './scenario-rows.ts';

const SCENARIOS = 20_000;
const OTHERS = 500;

/** Rows of a page through an index, and their places. */
const PAGE_BUFFERS = 300;
/** 1,000 scanned scenarios with their contents. */
const SCAN_BUFFERS = 6000;

interface Case {
  readonly query: Partial<ScenarioPageQuery>;
  readonly version?: number;
  readonly rows: number;
  readonly buffers?: number;
}

const CASES: Readonly<Record<string, Case>> = {
  'all scenarios': { query: {}, rows: 10 },
  'all scenarios of an old version': { query: {}, version: 1, rows: 10 },
  'a late page': { query: { after: `s${SCENARIOS - 20}` }, rows: 10 },
  'a late page of an old version': {
    query: { after: `s${SCENARIOS - 20}` },
    version: 1,
    rows: 10,
  },
  'a common word': { query: { words: ['comm'] }, rows: 10, buffers: SCAN_BUFFERS },
  'a common tag of an old version': {
    query: { tag: 'all' },
    version: 1,
    rows: 10,
    buffers: SCAN_BUFFERS,
  },
  'a word of the last scenario': { query: { words: ['last'] }, rows: 1, buffers: SCAN_BUFFERS },
  'a word of the last scenario in an old version': {
    query: { words: ['last'] },
    version: 1,
    rows: 1,
    buffers: SCAN_BUFFERS,
  },
  'a word of no scenario': { query: { words: ['never'] }, rows: 0, buffers: SCAN_BUFFERS },
  'a common and a rare word': {
    query: { words: ['common', 'last'] },
    rows: 1,
    buffers: SCAN_BUFFERS,
  },
  'a tag of the last scenario': { query: { tag: `it's` }, rows: 1, buffers: SCAN_BUFFERS },
  'a word of most scenarios, but not of the first ones': {
    query: { words: ['most'] },
    rows: 10,
    buffers: SCAN_BUFFERS,
  },
  'a word that only other datasets have': {
    query: { words: ['elsewhere'] },
    rows: 0,
    buffers: SCAN_BUFFERS,
  },
};

for (const isAnalysed of [false, true]) {
  describe(`with ${SCENARIOS} scenarios in a table that was ${isAnalysed ? 'just' : 'not'} analysed`, () => {
    let database: Database;
    let counter: BufferCounter;
    let datasetId: string;

    before(async () => {
      database = await exampleDatabase(1);
      await database.executeSql('alter table dataset_scenario set (autovacuum_enabled = false)');
      datasetId = await seed(database.within(SLOW_ANSWER_MS));
      if (isAnalysed) await database.executeSql('vacuum analyze');
    });
    after(() => database[Symbol.asyncDispose]());

    for (const [what, { query, version = 3, rows, buffers = PAGE_BUFFERS }] of Object.entries(
      CASES,
    )) {
      it(`each statement for the list of ${what} reads at most ${buffers} pages`, async () => {
        counter = countBuffers(database);
        const all = { words: [], tag: undefined, after: undefined, limit: 10, content: false };
        const page = await listScenarios(counter, { datasetId, version }, { ...all, ...query });
        assert.equal(page?.rows.length, rows);
        assert.ok(Math.max(...counter.buffers) <= buffers, counter.buffers.join());
      });
    }

    it('a change that moves scenarios reads these and the ones around them only', async () => {
      counter = countBuffers(database);
      const order = [
        { id: 's10', after: `s${SCENARIOS - 10}` },
        { id: 's5000', after: null },
      ];
      const placed = await loadTouched(counter, datasetId, { upsert: [], remove: [], order });
      const ids = ['s1', 's9', 's10', 's11', 's4999', 's5000', 's5001'];
      const last = [11, 10, 9, 0].map((back) => `s${SCENARIOS - back}`);
      assert.deepEqual(
        placed.map(({ id }) => id),
        [...ids, ...last],
      );
      assert.ok(Math.max(...counter.buffers) <= PAGE_BUFFERS, counter.buffers.join());
    });

    it('the difference of two versions reads the changed rows only', async () => {
      counter = countBuffers(database);
      const versions = { datasetId, from: 1, to: 3 };
      const counts = await countChanges(counter, versions);
      assert.deepEqual(counts, { added: 0, removed: 0, changed: 200, moved: 0 });
      const page = { after: undefined, limit: 10, content: true };
      const { rows } = await listChanges(counter, versions, page);
      assert.equal(rows.length, 10);
      const [counted = 0, listed = 0] = counter.buffers;
      assert.ok(counted < 25 * 200 && listed < PAGE_BUFFERS, counter.buffers.join());
    });
  });
}

/** A large dataset whose version 3 changed every hundredth scenario, and many small ones with the same words. */
async function seed(tx: SqlExecutor): Promise<string> {
  await tx.executeSql(
    `insert into dataset (project, name, latest) select 'p', 'd' || n, 3 from generate_series(0, ${OTHERS}) n`,
  );
  const insert = (given: {
    datasets: string;
    scenarios: string;
    words: string;
  }): Promise<unknown> =>
    tx.executeSql(
      `with given as materialized (
         select d.id, 's' || n as scenario_id, n, md5(n::text) as hash, ${given.words} as words
         from dataset d, generate_series(1, ${given.scenarios}) n where ${given.datasets} order by d.id, n
       ), contents as (
         insert into dataset_content select id, hash, scenario_id,
           json_build_object('id', scenario_id, 'text', repeat('x', 1000)), scenario_id, '', 0,
           array_to_tsvector(array(select id || w from unnest(words) w))
         from given
       )
       insert into dataset_scenario
       select id, scenario_id, 1, 2147483647, n * 1000000::bigint, hash, 1000, 1, '{}' from given`,
    );
  const words = `array['/common', '/word' || n, '#all', case when n > 5000 then '/most' else '/few' end, case n when ${SCENARIOS} then '/last' else '/common' end,
    case n when ${SCENARIOS} then '#it''s' else '#all' end]`;
  await insert({ datasets: `d.name = 'd0'`, scenarios: String(SCENARIOS), words });
  await tx.executeSql(
    `update dataset_scenario set to_version = 3 where scenario_id = any(array(select 's' || n * ${SCENARIOS / 200} from generate_series(1, 200) n))`,
  );
  await tx.executeSql(
    `insert into dataset_content select dataset_id, md5(hash), scenario_id, content, name, preview, checks, search
     from dataset_content where hash = any(array(select hash from dataset_scenario where to_version = 3))`,
  );
  await tx.executeSql(
    `insert into dataset_scenario select dataset_id, scenario_id, 3, 2147483647, place, md5(hash), bytes, interactions, tags
     from dataset_scenario where to_version = 3`,
  );
  await insert({
    datasets: `d.name <> 'd0'`,
    scenarios: '40',
    words: `array['/common', '/last', '/elsewhere', '#all']`,
  });
  const { rows } = await tx.executeSql(
    `insert into dataset_version select id, v, '', ${SCENARIOS}, 1, 0, 0, 0, 0, '[]', null, '' from dataset, generate_series(1, 3) v where name = 'd0' returning dataset_id::text as id`,
  );
  return (rows as { id: string }[])[0]?.id ?? '';
}
