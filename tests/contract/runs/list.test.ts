import { RunList, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask, refusal, viewRun, walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('the list of runs', () => {
  let evals: Service;
  let endpoint: Stub;
  /** Newest first. */
  const ids: string[] = [];

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    for (let no = 0; no < 11; no += 1) {
      const { run_id } = await evaluate(evals, {
        endpoint: `${endpoint.url}/v1`,
        model_id: `model-${no % 2}`,
        test_name: `Nightly ${no}`,
        tags: no % 3 === 0 ? ['third', 'odd;tag'] : [],
      });
      ids.unshift(run_id);
    }
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const nosOf = async (query: string): Promise<readonly number[]> =>
    (await walkRuns(evals, query)).map(({ test_name }) => Number(test_name.slice(8)));

  it('is paged by its cursor, every run once, newest first, with any page size', async () => {
    for (const limit of [1, 3, 10, 11, 12, 200]) {
      const runs = await walkRuns(evals, `?limit=${limit}`);
      assert.deepEqual(
        runs.map(({ run_id }) => run_id),
        ids,
      );
    }
    const { body } = await ask(evals, '/runs?limit=3');
    assert.equal(RunList.parse(body).runs.length, 3);
  });

  it('does not skip or repeat a run if a new one is created between two pages', async () => {
    const first = RunList.parse((await ask(evals, '/runs?limit=4')).body);
    const { run_id } = await evaluate(evals, { endpoint: `${endpoint.url}/v1`, test_name: 'new' });
    const rest = await walkRuns(evals, `?limit=200&cursor=${first.next_cursor}`);
    assert.deepEqual(
      [...first.runs, ...rest].map((run) => run.run_id),
      ids,
    );
    assert.equal((await ask(evals, `/runs/${run_id}`, 'DELETE')).status, 204);
  });

  it('is filtered by state, model, tag, name and part of the name, in any combination', async () => {
    assert.deepEqual(await nosOf('?model_id=model-1&limit=2'), [9, 7, 5, 3, 1]);
    assert.deepEqual(await nosOf('?tag=third&limit=3'), [9, 6, 3, 0]);
    assert.deepEqual(await nosOf(`?tag=${encodeURIComponent('odd;tag')}`), [9, 6, 3, 0]);
    assert.deepEqual(await nosOf('?q=nIGHTLY%201'), [10, 1]);
    assert.deepEqual(await nosOf('?test_name=Nightly%201'), [1]);
    assert.deepEqual(await nosOf('?test_name=nightly%201'), []);
    assert.deepEqual(await nosOf('?q=%25'), []);
    assert.deepEqual(await nosOf('?tag=third&model_id=model-0&q=6'), [6]);
    assert.deepEqual(await nosOf('?state=completed&limit=4'), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const state of ['running', 'cancelling', 'cancelled', 'failed']) {
      assert.deepEqual(await nosOf(`?state=${state}`), []);
    }
  });

  it('is filtered by the first characters of the id, with or without hyphens', async () => {
    const [newest = '', , third = ''] = ids;
    const idsOf = async (query: string): Promise<readonly string[]> =>
      (await walkRuns(evals, query)).map(({ run_id }) => run_id);
    assert.deepEqual(await idsOf(`?id_prefix=${newest.slice(0, 4)}&limit=2`), ids);
    assert.deepEqual(await idsOf(`?id_prefix=${newest.toUpperCase()}`), [newest]);
    assert.deepEqual(await idsOf(`?id_prefix=${third.replaceAll('-', '').slice(0, 31)}`), [third]);
    assert.deepEqual(await idsOf('?id_prefix=ffff'), []);
    assert.deepEqual(await idsOf('?id_prefix=0000'), []);
  });

  it('refuses invalid parameters, and accepts any text to search for', async () => {
    const wrong = [
      'limit=0',
      'limit=201',
      'limit=x',
      'state=lost',
      'cursor=x',
      'cursor=',
      'id_prefix=abc',
      'id_prefix=later',
    ];
    for (const query of wrong) {
      assert.deepEqual(await refusal(evals, `/runs?${query}`), [422, 'invalid_request'], query);
    }
    for (const field of ['q', 'tag', 'model_id', 'test_name']) {
      assert.deepEqual(await nosOf(`?${field}=%00%F0%9F%A6%8A`), []);
    }
  });

  it('shows the same fields as the run itself, except its result', async () => {
    const [newest] = await walkRuns(evals, '?limit=1');
    assert.ok(newest);
    const { result, ...head } = await viewRun(evals, newest.run_id);
    assert.deepEqual(newest, head);
    assert.deepEqual(newest.scores, result?.results.scenarios[0]?.average_scores);
    assert.deepEqual(newest.turns, { finished: 1, total: 1 });
    const { body } = await ask(evals, `/runs/${newest.run_id}?interactions=false`);
    const thin = RunView.parse(body).result;
    const bare = result?.results.scenarios.map((scenario) => ({
      ...scenario,
      attempts: scenario.attempts.map((attempt) => ({ ...attempt, interactions: [] })),
    }));
    assert.deepEqual(thin, { ...result, results: { scenarios: bare } });
    const path = `/runs/${newest.run_id}?interactions=no`;
    assert.deepEqual(await refusal(evals, path), [422, 'invalid_request']);
  });
});
