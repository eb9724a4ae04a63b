import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { listComparedTurns } from './page-turns.ts';
import { listOutcomes } from './page-turns.ts';
import { listTurns } from './list-turns.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { explainCachedPlan } from '../../testing/explain-cached-plan.ts';
import type { Database } from '../connection/open-database.ts';
import type { SqlExecutor } from '../connection/sql.ts';

const TURNS = `
insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, latency_ms, flags,
  protocol)
select $1::uuid, s, 0, 0, 0, repeat('word ', 100), 'answered', 1, '[]', 'openai'
from generate_series(0, 19999) s`;

describe('a large run in a table without statistics', () => {
  const runId = RunId.parse(randomUUIDv7());
  let database: Database;

  before(async () => {
    database = await exampleDatabase(1);
    await database.executeSql(TURNS, [runId]);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
  });

  for (const list of [listTurns, listOutcomes, listComparedTurns]) {
    it(`${list.name} reads each page along the key, without sorting the rest of the run`, async () => {
      const plans: string[] = [];
      const explained: SqlExecutor = {
        async executeSql(text, values) {
          plans.push(JSON.stringify(await explainCachedPlan(database, text, values ?? [])));
          return { rows: [] };
        },
      };
      for await (const page of list(explained, runId)) assert.fail(`${page.length} rows of none`);
      const ofTurns = plans.filter((plan) => !plan.includes('conversation_grade'));
      assert.equal(ofTurns.length, 1);
      assert.match(ofTurns.join(), /Index Scan/);
      assert.doesNotMatch(plans.join(), /Sort/);
    });
  }
});
