import type { ApiError } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../../support/calls/run-api.ts';
import {
  refusalOf,
  scenario,
  startDatasetService,
  type DatasetService,
} from './start-dataset-service.ts';

describe('editors of datasets', () => {
  let service: DatasetService;

  before(async () => {
    service = await startDatasetService();
  });
  after(() => service[Symbol.asyncDispose]());

  it('two editors: the second one gets 412 with the changes of the first, and its retry works', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'shared',
      body: { scenarios: [scenario('a'), scenario('b')] },
    });
    await service.bob.request('POST /datasets/:name/changes', {
      name: 'shared',
      body: {
        base_version: 1,
        upsert: [scenario('a', { name: 'Bob' })],
      },
    });
    const late = { upsert: [scenario('b', { name: 'Ada' })] };
    const error = await refusalOf(
      service.ours.request('POST /datasets/:name/changes', {
        name: 'shared',
        body: { base_version: 1, ...late },
      }),
    );
    assert.equal(error.code, 'version_conflict');
    assert.deepEqual(error.conflict, {
      base_version: 1,
      latest_version: 2,
      author: 'bob',
      changes: [{ id: 'a', name: 'Bob', change: 'changed' }],
      total: 1,
    });
    await service.ours.request('POST /datasets/:name/changes', {
      name: 'shared',
      body: { base_version: 2, ...late },
    });
    const { scenarios } = await service.ours.request('GET /datasets/:name/scenarios', {
      name: 'shared',
    });
    assert.deepEqual(
      scenarios.map(({ name }) => name),
      ['Bob', 'Ada'],
    );
  });

  it('another project sees nothing of a dataset', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'private',
      body: { scenarios: [scenario('a')] },
    });
    assert.deepEqual((await service.theirs.request('GET /datasets')).datasets, []);
    for (const path of ['', '/versions', '/scenarios', '/scenarios/a', '/diff?from=1&to=1']) {
      assert.deepEqual(await refusal(service.api('theirs'), `/datasets/private${path}`), [
        404,
        'not_found',
      ]);
    }
    assert.deepEqual(await refusal(service.api('theirs'), '/datasets/private', 'DELETE'), [
      404,
      'not_found',
    ]);
    const body = { base_version: 1, remove: ['a'] };
    assert.equal(
      (
        await refusalOf(
          service.theirs.request('POST /datasets/:name/changes', { name: 'private', body }),
        )
      ).status,
      404,
    );
  });

  it('equal content makes no version, even with an old or missing If-Match', async () => {
    const scenarios = [scenario('a'), scenario('b')];
    await service.ours.request('PUT /datasets/:name', {
      name: 'equal',
      body: { scenarios: [scenario('b')] },
    });
    await service.ours.request('PUT /datasets/:name', {
      name: 'equal',
      body: { scenarios },
      headers: { 'if-match': `"1"` },
    });
    for (const baseVersion of [undefined, 1, 2]) {
      const { created, version } = await service.ours.request('PUT /datasets/:name', {
        name: 'equal',
        body: { scenarios },
        headers: { 'if-match': baseVersion === undefined ? undefined : `"${baseVersion}"` },
      });
      assert.deepEqual([created, version.version], [false, 2]);
    }
    const same = await service.ours.request('POST /datasets/:name/changes', {
      name: 'equal',
      body: {
        base_version: 1,
        upsert: [scenario('a')],
      },
    });
    assert.deepEqual([same.created, same.version.version], [false, 2]);
    const { status, etag } = await service.put('equal', { scenarios });
    assert.deepEqual([status, etag], [200, '"2"']);
  });

  it('replacing a dataset needs the latest version in If-Match', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'guarded',
      body: { scenarios: [scenario('a')] },
    });
    for (const baseVersion of [undefined, 7]) {
      const { code, conflict } = await refusalOf(
        service.ours.request('PUT /datasets/:name', {
          name: 'guarded',
          body: { scenarios: [] },
          headers: { 'if-match': baseVersion === undefined ? undefined : `"${baseVersion}"` },
        }),
      );
      assert.deepEqual([code, conflict?.base_version], ['version_conflict', baseVersion ?? null]);
    }
    const { status, body } = await service.put('guarded', { scenarios: [] }, { 'if-match': 'one' });
    assert.equal(status, 422);
    assert.match(body.detail, /in quotes, for example "7"/);
    assert.equal(
      (await service.put('unknown', { scenarios: [] }, { 'if-match': '"1"' })).status,
      404,
    );
    assert.deepEqual(await service.idsOf('guarded'), ['a']);
  });

  it('a key without the scope edit can not change datasets', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'scoped',
      body: { scenarios: [scenario('a')] },
    });
    for (const key of ['reader', 'runner']) {
      const client = service.as(key);
      const changes = { base_version: 1, remove: ['a'] };
      for (const refused of [
        () =>
          client.request('PUT /datasets/:name', {
            name: 'scoped',
            body: { scenarios: [] },
            headers: { 'if-match': `"1"` },
          }),
        () => client.request('POST /datasets/:name/changes', { name: 'scoped', body: changes }),
        () => client.request('DELETE /datasets/:name', { name: 'scoped' }),
      ]) {
        assert.equal((await refusalOf(refused())).code, 'forbidden');
      }
    }
    assert.deepEqual(await service.idsOf('scoped'), ['a']);
  });

  it('of two editors at the same time exactly one wins', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'raced',
      body: { scenarios: [scenario('a')] },
    });
    const results = await Promise.allSettled(
      ['b', 'c', 'd'].map((id) =>
        service.ours.request('POST /datasets/:name/changes', {
          name: 'raced',
          body: { base_version: 1, upsert: [scenario(id)] },
        }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      assert.equal((result.reason as ApiError).conflict?.total, 1);
    }
    assert.equal((await service.idsOf('raced')).length, 2);
  });
});
