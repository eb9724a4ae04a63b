import { type Client, createClient } from '@fairtrial/client';
import { EvaluationResponse, Problem, RunHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, postEvaluate } from '../../support/calls/evaluate.ts';
import {
  act,
  ask,
  refusal,
  startRun,
  untilOver,
  walkRuns,
  type ApiTarget,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';
import { startVersions, versionBatch } from '../../support/stubs/start-versions.ts';

describe('a pinned baseline', () => {
  let evals: Service;
  let endpoint: Stub;
  let client: Client;

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: 'ours;project=ours,theirs;project=theirs,reader;project=ours;scope=read',
    });
    endpoint = await startVersions();
    client = createClient({ baseUrl: evals.url, apiKey: 'ours' });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const as = (key: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer ${key}` },
  });
  const request = (changes: object): object =>
    createRequest({
      endpoint: `${endpoint.url}/v1`,
      test_batch: versionBatch(),
      model_id: 'v1',
      attempts: 5,
      ...changes,
    });

  async function run(changes: object): Promise<EvaluationResponse> {
    const { status, body } = await postEvaluate(evals, request(changes), as('ours').headers);
    assert.equal(status, 200, JSON.stringify(body));
    return EvaluationResponse.parse(body);
  }

  const pinnedIds = async (): Promise<readonly string[]> =>
    (await walkRuns(as('ours'), '?pinned=true')).map(({ run_id }) => run_id);

  it('is compared with the runs of its test until another run is pinned', async () => {
    const good = await run({ test_name: 'release' });
    const bad = await run({ test_name: 'release', model_id: 'v2' });
    const head = RunHead.parse(
      await client.request('PUT /runs/:run_id/pin', { run_id: good.run_id }),
    );
    assert.deepEqual([head.run_id, head.pinned], [good.run_id, true]);
    const worse = await run({ test_name: 'release', model_id: 'v2', baseline: 'pinned' });
    assert.deepEqual([worse.baseline?.run_id, worse.headline.exit_code], [good.run_id, 1]);
    assert.match(worse.baseline?.reason ?? '', /^pinned baseline of 'release', /);
    await client.request('PUT /runs/:run_id/pin', { run_id: bad.run_id });
    const same = await run({ test_name: 'release', model_id: 'v2', baseline: 'pinned' });
    assert.deepEqual([same.baseline?.run_id, same.headline.exit_code], [bad.run_id, 0]);
    assert.deepEqual(await pinnedIds(), [bad.run_id]);
    const others = await walkRuns(as('ours'), '?pinned=false');
    assert.ok(others.every(({ run_id, pinned }) => !pinned && run_id !== bad.run_id));
    await client.request('DELETE /runs/:run_id/pin', { run_id: bad.run_id });
    assert.deepEqual(await pinnedIds(), []);
  });

  it('can be named for gates on a finished run', async () => {
    const good = await run({ test_name: 'gated' });
    const bad = await run({ test_name: 'gated', model_id: 'v2' });
    await client.request('PUT /runs/:run_id/pin', { run_id: good.run_id });
    for (const baseline of ['pinned', 'latest'] as const) {
      const { verdict, baseline_run_id } = await client.request('POST /runs/:run_id/gate', {
        run_id: bad.run_id,
        body: { baseline },
      });
      assert.deepEqual([verdict, baseline_run_id], ['fail', good.run_id]);
    }
  });

  it('cannot be deleted, and the error explains what to do', async () => {
    const { run_id } = await run({ test_name: 'kept' });
    await client.request('PUT /runs/:run_id/pin', { run_id });
    const { status, body } = await ask(as('ours'), `/runs/${run_id}`, 'DELETE');
    const { code, detail } = Problem.parse(body);
    assert.deepEqual([status, code], [409, 'run_pinned']);
    assert.match(detail ?? '', /pinned baseline of 'kept'; pin another run .* or unpin it/);
    await client.request('DELETE /runs/:run_id/pin', { run_id });
    await client.request('DELETE /runs/:run_id/pin', { run_id });
    assert.equal((await ask(as('ours'), `/runs/${run_id}`, 'DELETE')).status, 204);
  });

  it('leads to an error that explains how to pin a run if there is none', async () => {
    const asked = request({ test_name: 'never pinned', baseline: 'pinned' });
    const { status, body } = await postEvaluate(evals, asked, as('ours').headers);
    const [error] = Problem.parse(body).errors ?? [];
    assert.deepEqual([status, error?.pointer], [422, '/baseline']);
    assert.match(
      error?.detail ?? '',
      /no run of 'never pinned' is pinned: pin one with `fairtrial pin <run>` or PUT/,
    );
  });

  it('must be a completed run of the project, pinned by a key with the scope run', async () => {
    await using silent = await startStub(() => undefined);
    const { run_id } = await startRun(as('ours'), { endpoint: `${silent.url}/v1` });
    const path = `/runs/${run_id}/pin`;
    assert.deepEqual(await refusal(as('ours'), path, 'PUT'), [409, 'run_active']);
    await act(as('ours'), run_id, 'cancel');
    await untilOver(as('ours'), run_id);
    assert.deepEqual(await refusal(as('ours'), path, 'PUT'), [409, 'run_cancelled']);
    for (const method of ['PUT', 'DELETE']) {
      assert.deepEqual(await refusal(as('theirs'), path, method), [404, 'run_not_found']);
      assert.equal((await ask(as('reader'), path, method)).status, 403);
    }
  });
});
