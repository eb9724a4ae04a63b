import type { RunId } from '@fairtrial/contracts';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setRunCancelling } from '../runs/cancel-run-rows.ts';
import { claimAttempts, type LaneJob } from '../attempts/claim-attempts.ts';
import { endAttempts } from '../attempts/end-attempts.ts';
import { setRunFailed } from '../runs/end-run.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
import { insertRun } from '../runs/insert-run.ts';
import type { Database } from './open-database.ts';

const LANES = 200;
const TIMES = 15;

describe('lock order of claims', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(4);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
  });

  async function begin(): Promise<{ id: RunId; claims: readonly LaneJob[] }> {
    // With a budget, claims also lock the progress of the run.
    const plan = examplePlan({ attempts: LANES, budget: { calls: 2 * LANES } });
    const run = exampleRun({ plan });
    const lanes = Array.from({ length: LANES }, () => randomUUID());
    await insertRun(database, run, lanes);
    return { id: run.id, claims: lanes.map((id) => ({ id, runId: run.id, retryCount: 0 })) };
  }

  /** PostgreSQL ends a deadlock by refusing one of them, which would reject here. */
  async function meet(change: Promise<unknown>, claims: readonly LaneJob[]): Promise<void> {
    const backwards = claims.toReversed();
    await Promise.all([
      claimAttempts(database, claims),
      change,
      claimAttempts(database, backwards),
    ]);
  }

  it('claiming attempts and cancelling their run do not deadlock', async () => {
    for (let no = 0; no < TIMES; no += 1) {
      const { id, claims } = await begin();
      await meet(setRunCancelling(database, id), claims);
    }
  });

  it('claiming attempts and failing their run do not deadlock', async () => {
    for (let no = 0; no < TIMES; no += 1) {
      const { id, claims } = await begin();
      await meet(setRunFailed(database, id), claims);
    }
  });

  it('reclaiming attempts and ending them under an older claim do not deadlock', async () => {
    for (let no = 0; no < TIMES; no += 1) {
      const { claims } = await begin();
      const { claimed } = await claimAttempts(database, claims);
      const reclaimed = claims.map((job) => ({ ...job, retryCount: 1 }));
      await meet(endAttempts(database, claimed.toReversed()), reclaimed);
    }
  });
});
