import type { ConversationHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countBuffers } from '../../testing/count-buffers.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { queryRows, type SqlExecutor, type Transactor } from '../connection/sql.ts';
import { listConversations, saveConversations, type ConversationFilter } from './conversations.ts';

/** All pages of the table and its indexes are about 10,000. */
const FEW_PAGES = 3500;

const NONE: ConversationFilter = { words: [] };

it('any search among 100,000 conversations finds the newest and reads few pages', async () => {
  await using database = await exampleDatabase(1);
  const patient = database.within(60_000);
  await queryRows(
    patient,
    `insert into conversation (project, id, started_at, ended_at, head, words)
     select 'p', no::text, t, t, json_build_object('id', no::text, 'started_at', t),
       array_to_tsvector(array[':project p', ':model m', ':fine', 'common', 'word' || no]
         || case when no % 100 = 0 then array['seldom'] else '{}' end
         || case when no <= 30 then array[':tool old'] else '{}' end)
     from generate_series(1, 100000) no cross join lateral (select timestamptz '2026-01-01Z' + no * interval '1 s') x (t)`,
  );
  await patient.executeSql('analyze conversation');
  const cases: [Partial<ConversationFilter>, readonly string[]][] = [
    [{}, ['100000', '99999', '99998']],
    [{ words: ['common'], model: 'm' }, ['100000', '99999', '99998']],
    [{ words: ['seld'] }, ['100000', '99900', '99800']],
    [{ tool: 'old' }, ['30', '29', '28']],
    [{ words: ['word77777'] }, ['77777']],
    [{ words: ['nothing'] }, []],
    [{ failed: true }, []],
    [{ words: ['common'], to: '2026-01-01T00:00:03Z' }, ['2', '1']],
  ];
  for (const [filter, expected] of cases) {
    const pages: number[] = [];
    const counted = (tx: SqlExecutor): SqlExecutor => ({
      async executeSql(text, values) {
        if (text.startsWith('set ')) return tx.executeSql(text, values);
        const counter = countBuffers(tx);
        const result = await counter.executeSql(text, values);
        pages.push(...counter.buffers);
        return result;
      },
    });
    const watched: Transactor = {
      ...counted(database),
      transaction: (work) => database.transaction((tx) => work(counted(tx))),
    };
    const page = { project: 'p', filter: { ...NONE, ...filter }, after: undefined, limit: 3 };
    const found = await listConversations(watched, page);
    const name = JSON.stringify(filter);
    assert.deepEqual(
      found.map(({ id }) => id),
      expected,
      name,
    );
    const read = pages.reduce((sum, count) => sum + count, 0);
    assert.ok(read < FEW_PAGES, `${name}: ${read} pages`);
  }
});

it('a search for words finds no conversation by the names of its own labels', async () => {
  await using database = await exampleDatabase(1);
  const head: ConversationHead = {
    id: 'one',
    service: '',
    started_at: '2026-01-01T00:00:00.000Z',
    ended_at: '2026-01-01T00:00:00.000Z',
    models: ['gpt'],
    tools: ['find'],
    turns: 1,
    input_tokens: null,
    output_tokens: null,
    failed: false,
    preview: '',
  };
  await saveConversations(database, 'p', [{ head, words: ['hello'] }]);
  const search = async (filter: Partial<ConversationFilter>): Promise<number> => {
    const page = { project: 'p', filter: { ...NONE, ...filter }, after: undefined, limit: 3 };
    return (await listConversations(database, page)).length;
  };
  for (const word of ['project', 'model', 'tool', 'is', 'fine', 'p', 'f']) {
    assert.equal(await search({ words: [word] }), 0, word);
  }
  assert.equal(await search({ words: ['hel'], model: 'gpt', tool: 'find', failed: false }), 1);
});
