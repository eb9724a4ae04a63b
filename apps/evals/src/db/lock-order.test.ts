import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { cancelRun } from './cancel-run.ts';
import { claimAttempts } from './claim-attempts.ts';
import { exampleDatabase } from './example-database.ts';
import { examplePlan, exampleRun } from './example-rows.ts';
import { insertRun } from './insert-run.ts';
import type { Database } from './open-database.ts';

const LANES = 200;

describe('a run that is cancelled while workers claim its attempts', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(4);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
  });

  it('makes nobody wait for the other for ever', async () => {
    for (let no = 0; no < 40; no += 1) {
      const run = exampleRun({ plan: examplePlan({ attempts: LANES }) });
      const lanes = Array.from({ length: LANES }, () => randomUUID());
      await insertRun(database, run, lanes);
      const claims = lanes.map((id) => ({ id, retryCount: 0 }));
      // PostgreSQL ends a deadlock by refusing one of them, which would reject here.
      await Promise.all([
        claimAttempts(database, claims),
        claimAttempts(database, claims.toReversed()),
        cancelRun(database, run.id),
      ]);
    }
  });
});
