import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../db/connection/open-database.ts';
import { queryRows } from '../../db/connection/sql.ts';
import { beginGrading } from '../../db/grading/begin-grading.ts';
import { listLooks } from '../../db/looks/list-looks.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import type { Run } from '../../entities/run.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
import { takeLook, type LookOutcome } from './take-look.ts';

const LOOKS = [
  { attempts: 2, level: 0.01 },
  { attempts: 4, level: 0.04 },
];

describe('takeLook', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(3);
  });
  after(() => database[Symbol.asyncDispose]());

  async function store(state: Run['state'], plan: Parameters<typeof examplePlan>[0]): Promise<Run> {
    const run = exampleRun({ state, plan: examplePlan({ attempts: 4, ...plan }) });
    await insertRun(database, run, []);
    await queryRows(database, 'update run set state = $2 where id = $1', [run.id, state]);
    return run;
  }

  /** Stores a run that is being finished. Its turns are missing, so that a look ends it. */
  async function storeFinishing(): Promise<Run> {
    const { id } = await store('completed', {});
    return store('finishing', { looks: LOOKS, scenarioAttempts: [2], baselineRunId: id });
  }

  async function claim(id: RunId): Promise<number> {
    const claimed = await beginGrading(database, id);
    assert.ok(claimed);
    return claimed.epoch;
  }

  function take(run: Run, epoch: number | undefined): Promise<LookOutcome> {
    const notifier = {
      notifyJobs() {},
      notifyProgress() {},
      notifyCancel() {},
      notifyEnd: () => assert.fail('no run ended'),
    };
    const queue = { enqueueLanes: () => assert.fail('nothing is enqueued') };
    return takeLook({ tx: database, database, queue, notifier }, run, epoch);
  }

  it('a run whose turns are missing ends', async () => {
    const run = await storeFinishing();
    assert.equal(await take(run, await claim(run.id)), 'over');
  });

  it('a worker neither takes a look nor ends the run if another worker has claimed it since', async () => {
    const run = await storeFinishing();
    const epoch = await claim(run.id);
    await claim(run.id);
    assert.equal(await take(run, epoch), 'lost');
    assert.equal(await take(run, undefined), 'lost');
    assert.deepEqual(await listLooks(database, run.id), []);
  });

  it('a cancelled run ends without a claim', async () => {
    const run = await storeFinishing();
    assert.equal(await take({ ...run, isCancelled: true }, undefined), 'over');
  });
});
