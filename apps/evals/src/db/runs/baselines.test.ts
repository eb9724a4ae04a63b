import type { HeadlineResult, RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun } from '../../testing/example-rows.ts';
import { explainCachedPlan } from '../../testing/explain-cached-plan.ts';
import type { Database } from '../connection/open-database.ts';
import type { SqlExecutor } from '../connection/sql.ts';
import { deleteRunRows } from './delete-run-rows.ts';
import { setRunFinished, type RunSummaryRow } from './end-run.ts';
import { insertRun } from './insert-run.ts';
import { findLatestPassed } from './latest-passed.ts';
import { findPinnedRun, lockRun, pinRun, unpinRun } from './pinned-baseline.ts';
import { retryRun } from './retry-run.ts';
import type { Run } from '../../entities/run.ts';
import { loadRunsSincePin } from './runs-since-pin.ts';

type StoredChanges = Partial<Run> & {
  readonly mean?: number;
  readonly headline?: HeadlineResult;
};

const LAST = 'ffffffff-ffff-7fff-bfff-ffffffffffff' as RunId;

describe('baselines in the database', () => {
  let database: Database;

  before(async () => {
    database = await exampleDatabase(1);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Stores a finished run. */
  async function store(
    name: string,
    result: RunSummaryRow['result'],
    { mean = 0.5, headline = 'same', ...changes }: StoredChanges = {},
  ): Promise<Run> {
    const run = exampleRun({ plan: examplePlan({ testName: name }), ...changes });
    await insertRun(database, run, []);
    await database.executeSql(`update run set state = 'finishing' where id = $1`, [run.id]);
    const summary = { stats: { overall: { mean, se: 0.01 } } };
    assert.ok(await setRunFinished(database, run.id, { scores: {}, summary, result }));
    await database.executeSql('insert into run_overview (run_id, overview) values ($1, $2)', [
      run.id,
      JSON.stringify({ headline: { result: headline } }),
    ]);
    return run;
  }

  /** The means of the runs from which a comparison of these two estimates the noise between runs. */
  function meansBefore(candidate: Run, baseline: Run): () => Promise<readonly number[]> {
    return async () => {
      const runs = await loadRunsSincePin(database, { baseline, candidate, metric: 'overall' });
      return runs.map(({ mean }) => mean);
    };
  }

  const latest = (name: string, branch?: string, before_ = LAST): Promise<RunId | undefined> =>
    findLatestPassed(database, { project: 'default', name, branch, before: before_ });

  it('latest is the newest run of a test and branch that passed', async () => {
    const passed = await store('latest', 'pass');
    const branch = await store('latest', 'pass', { branch: 'b' });
    const newer = await store('latest', 'pass');
    await store('latest', 'fail');
    await store('latest', 'inconclusive');
    await store('latest', 'pass', { project: 'other' });
    await store('latest', 'pass', { isAgainst: true, partnerId: newer.id });
    await store('another', 'pass');
    assert.equal(await latest('latest'), newer.id);
    assert.equal(await latest('latest', 'b'), branch.id);
    assert.equal(await latest('latest', 'c'), undefined);
    assert.equal(await latest('latest', undefined, newer.id), passed.id);
    await retryRun(database, newer.id, { lanes: [] });
    assert.equal(await latest('latest'), passed.id, 'a run that is played again has no result');
  });

  it('a test has one pinned run, which cannot be deleted', async () => {
    const [first, second] = [await store('pins', 'pass'), await store('pins', 'fail')];
    const name = { project: 'default', name: 'pins' };
    await pinRun(database, first.id, name);
    await pinRun(database, second.id, name);
    assert.equal(await findPinnedRun(database, 'default', 'pins'), second.id);
    assert.equal((await lockRun(database, first.id))?.isPinned, false);
    assert.equal((await lockRun(database, second.id))?.isPinned, true);
    await assert.rejects(deleteRunRows(database, second.id), /pinned_baseline/);
    await unpinRun(database, second.id);
    assert.equal(await deleteRunRows(database, second.id), true);
    assert.equal(await lockRun(database, second.id), undefined);
  });

  it('runs since the pin have the same plan, did not fail and started before the candidate', async () => {
    await store('since', 'pass', { mean: 0.1, headline: 'passed' });
    const pinned = await store('since', 'pass', { mean: 0.2 });
    await store('since', 'inconclusive', { mean: 0.3, headline: 'gates_inconclusive' });
    await store('since', 'fail', { mean: 0.4, headline: 'regressed' });
    const plan = examplePlan({ testName: 'since', modelId: 'another' });
    await store('since', 'pass', { mean: 0.5, plan });
    const more = examplePlan({ testName: 'since', attempts: 7 });
    const last = await store('since', 'pass', { mean: 0.6, plan: more });
    const means = meansBefore(await store('since', 'pass', { mean: 0.7 }), last);
    assert.deepEqual(await means(), [0.6, 0.3, 0.2, 0.1]);
    assert.deepEqual(await meansBefore(last, last)(), [0.3, 0.2, 0.1], 'not those after it');
    await pinRun(database, pinned.id, { project: 'default', name: 'since' });
    assert.deepEqual(await means(), [0.6, 0.3, 0.2]);
    await database.executeSql('update run_progress set turns_failed = 1 where run_id = $1', [
      pinned.id,
    ]);
    assert.deepEqual(await means(), [0.6, 0.3], 'too many requests failed');
  });

  it('runs since the pin stop at the last run that changed: an improvement is not noise', async () => {
    await store('level', 'pass', { mean: 0.1 });
    await store('level', 'pass', { mean: 0.1 });
    await store('level', 'pass', { mean: 0.9, headline: 'improved' });
    await store('level', 'pass', { mean: 0.9 });
    await store('level', 'inconclusive', { mean: 0, headline: 'replies_misread' });
    const last = await store('level', 'pass', { mean: 0.9 });
    const candidate = await store('level', 'fail', { mean: 0.1 });
    assert.deepEqual(await meansBefore(candidate, last)(), [0.9, 0.9, 0.9]);
  });

  it('baseline queries find their runs by an index, regardless of the number of runs', async () => {
    const used: string[] = [];
    const explained: SqlExecutor = {
      async executeSql(text, values) {
        const plan = await explainCachedPlan(database, text, values ?? []);
        used.push(JSON.stringify(plan));
        return { rows: [] };
      },
    };
    await findLatestPassed(explained, { project: 'p', name: 'n', branch: 'b', before: LAST });
    const run = exampleRun();
    await loadRunsSincePin(explained, { baseline: run, candidate: run, metric: 'overall' });
    assert.match(used[0] ?? '', /"Index Name":"run_passed".*coalesce/i);
    assert.match(used[1] ?? '', /"Index Name":"run_by_plan"/);
  });
});
