import { serializeScenario, type TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../../support/calls/run-api.ts';
import {
  refusalOf,
  scenario,
  SECRET,
  startDatasetService,
  type DatasetService,
} from './start-dataset-service.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('datasets', () => {
  let service: DatasetService;

  before(async () => {
    service = await startDatasetService();
  });
  after(() => service[Symbol.asyncDispose]());

  it('a scenario can be read by an id of any length that a scenario can have', async () => {
    for (const length of [101, 500]) {
      const [name, id] = [`long-${length}`, 'ü'.repeat(length)];
      await service.ours.request('PUT /datasets/:name', {
        name,
        body: { scenarios: [scenario(id)] },
      });
      const found = await service.ours.request('GET /datasets/:name/scenarios/:id', { name, id });
      assert.equal(found.scenario.id, id);
    }
  });

  it('a dataset is created, read and replaced with the version that was edited', async () => {
    const first = await service.ours.request('PUT /datasets/:name', {
      name: 'support',
      body: {
        scenarios: [scenario('a', { tags: ['x', 'y'] }), scenario('b', { tags: ['x'] })],
        message: 'the first two',
      },
    });
    assert.equal(first.created, true);
    assert.deepEqual(first.version.changes, { added: 2, removed: 0, changed: 0, moved: 0 });
    assert.deepEqual(
      [first.version.version, first.version.author, first.version.message],
      [1, 'ada', 'the first two'],
    );
    const scenarios = [scenario('c'), scenario('b', { name: 'B' })];
    const second = await service.ours.request('PUT /datasets/:name', {
      name: 'support',
      body: { scenarios },
      headers: { 'if-match': `"1"` },
    });
    assert.deepEqual(second.version.changes, { added: 1, removed: 1, changed: 1, moved: 0 });
    const view = await service.ours.request('GET /datasets/:name', {
      name: 'support',
      query: { version: 1 },
    });
    assert.deepEqual([view.version.version, view.latest.version], [1, 2]);
    assert.deepEqual(view.tags, [
      { tag: 'x', scenarios: 2 },
      { tag: 'y', scenarios: 1 },
    ]);
    assert.deepEqual(await service.idsOf('support'), ['c', 'b']);
    assert.deepEqual(await service.idsOf('support', 1), ['a', 'b']);
    const { versions } = await service.ours.request('GET /datasets/:name/versions', {
      name: 'support',
    });
    assert.deepEqual(
      versions.map(({ version }) => version),
      [2, 1],
    );
  });

  it('the hash of a scenario is the SHA-256 of its text', async () => {
    const given = scenario('h', { own_field: { z: 1, a: [null, 'é'] }, name: 'Name' });
    await service.ours.request('PUT /datasets/:name', {
      name: 'hashes',
      body: { scenarios: [given] },
    });
    const { hash, scenario: stored } = await service.ours.request(
      'GET /datasets/:name/scenarios/:id',
      { name: 'hashes', id: 'h' },
    );
    assert.equal(hash, sha256(serializeScenario(given)));
    assert.deepEqual(stored, given);
  });

  it('changes add, replace, remove and move scenarios in one version', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'changed',
      body: {
        scenarios: ['a', 'b', 'c', 'd'].map((id) => scenario(id)),
      },
    });
    const { version } = await service.ours.request('POST /datasets/:name/changes', {
      name: 'changed',
      body: {
        base_version: 1,
        upsert: [scenario('b', { name: 'B' }), scenario('e')],
        remove: ['c', 'never'],
        order: [
          { id: 'e', after: null },
          { id: 'a', after: 'd' },
        ],
      },
    });
    assert.deepEqual(version.changes, { added: 1, removed: 1, changed: 1, moved: 1 });
    assert.deepEqual(await service.idsOf('changed'), ['e', 'b', 'd', 'a']);
    const diff = await service.ours.request('GET /datasets/:name/diff', {
      name: 'changed',
      query: { from: 1, to: 2 },
    });
    assert.deepEqual(
      diff.scenarios.map(({ id, change, ...of }) => [id, change, of.before?.name, of.after?.name]),
      [
        ['a', 'moved', undefined, undefined],
        ['b', 'changed', undefined, 'B'],
        ['c', 'removed', undefined, undefined],
        ['e', 'added', undefined, undefined],
      ],
    );
  });

  it('the pages of a difference together list every change once, with the same counts', async () => {
    const ids = Array.from({ length: 7 }, (_, at) => `s${at}`);
    await service.ours.request('PUT /datasets/:name', {
      name: 'pages',
      body: { scenarios: ids.map((id) => scenario(id)) },
    });
    const scenarios = ids.map((id) => scenario(id, { name: `${id} again` }));
    await service.ours.request('PUT /datasets/:name', {
      name: 'pages',
      body: { scenarios },
      headers: { 'if-match': `"1"` },
    });
    const found: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { from: 1, to: 2, limit: 3, cursor };
      const page = await service.ours.request('GET /datasets/:name/diff', { name: 'pages', query });
      assert.equal(page.changed, ids.length);
      sizes.push(page.scenarios.length);
      found.push(...page.scenarios.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual([found, sizes], [ids, [3, 3, 1]]);
  });

  it('the pages of the versions together list every version once, newest first', async () => {
    for (const base of [0, 1, 2, 3, 4]) {
      await service.ours.request('PUT /datasets/:name', {
        name: 'versions',
        body: { scenarios: [scenario('a', { name: `${base}` })] },
        ...(base > 0 && { headers: { 'if-match': `"${base}"` } }),
      });
    }
    const pages: (readonly number[])[] = [];
    let cursor: string | undefined;
    do {
      const { versions, next_cursor } = await service.ours.request('GET /datasets/:name/versions', {
        name: 'versions',
        query: { limit: 2, cursor },
      });
      pages.push(versions.map(({ version }) => version));
      cursor = next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(pages, [[5, 4], [3, 2], [1]]);
  });

  it('versions with equal scenarios in the same order have no difference, although one was moved and moved back', async () => {
    const scenarios = ['a', 'b', 'c'].map((id) => scenario(id));
    await service.ours.request('PUT /datasets/:name', { name: 'back', body: { scenarios } });
    const move = (base_version: number, behind: string | null): Promise<unknown> => {
      const order = [{ id: 'a', after: behind }];
      return service.ours.request('POST /datasets/:name/changes', {
        name: 'back',
        body: { base_version, order },
      });
    };
    await move(1, 'b');
    await move(2, null);
    const countMoved = async (to: number): Promise<readonly number[]> => {
      const diff = await service.ours.request('GET /datasets/:name/diff', {
        name: 'back',
        query: { from: 1, to },
      });
      return [diff.moved, diff.scenarios.length];
    };
    assert.deepEqual(
      [await countMoved(2), await countMoved(3)],
      [
        [1, 1],
        [0, 0],
      ],
    );
  });

  it('a scenario without id gets one made from its content', async () => {
    const given = { interactions: [{ user_message: 'Hi' }] };
    await service.ours.request('PUT /datasets/:name', {
      name: 'unnamed',
      body: { scenarios: [given] },
    });
    const id = `s-${sha256(serializeScenario(given as TestBatch)).slice(0, 12)}`;
    assert.deepEqual(await service.idsOf('unnamed'), [id]);
    assert.equal(
      (
        await service.ours.request('PUT /datasets/:name', {
          name: 'unnamed',
          body: { scenarios: [given] },
        })
      ).created,
      false,
    );
  });

  it('scenarios with the same id, a secret, an empty id or a check that cannot hold are refused with their place', async () => {
    const bad = scenario('c', { checks: [{ regex: '(' }] });
    for (const [scenarios, pointers] of [
      [
        [scenario('a'), scenario('b'), scenario('a')],
        ['/scenarios/0', '/scenarios/2'],
      ],
      [[scenario('a', { api_key: SECRET })], ['/scenarios/0/api_key']],
      [[scenario('')], ['/scenarios/0/id']],
      [[scenario('a'), bad], ['/scenarios/1/checks/0/regex']],
    ] as const) {
      const { status, body } = await service.put('refused', { scenarios });
      assert.equal(status, 422);
      assert.deepEqual(
        body.errors.map(({ pointer }) => pointer),
        pointers,
      );
    }
    assert.deepEqual(await refusal(service.api(), '/datasets/refused'), [404, 'not_found']);
    await service.ours.request('PUT /datasets/:name', {
      name: 'refuses',
      body: { scenarios: [scenario('a')] },
    });
    const changes = { base_version: 1, upsert: [bad] };
    const { errors } = await refusalOf(
      service.ours.request('POST /datasets/:name/changes', { name: 'refuses', body: changes }),
    );
    assert.equal(errors?.[0]?.pointer, '/upsert/0/checks/0/regex');
    const order = [{ id: 'a', after: 'never' }];
    const moved = await refusalOf(
      service.ours.request('POST /datasets/:name/changes', {
        name: 'refuses',
        body: { base_version: 1, order },
      }),
    );
    assert.equal(moved.errors?.[0]?.pointer, '/order/0/after');
  });

  it('an archived dataset is not listed but can be read, and the next version ends this', async () => {
    await service.ours.request('PUT /datasets/:name', {
      name: 'old',
      body: { scenarios: [scenario('a')] },
    });
    await service.ours.request('DELETE /datasets/:name', { name: 'old' });
    const names = async (): Promise<readonly string[]> =>
      (await service.ours.request('GET /datasets', { query: { q: 'old' } })).datasets.map(
        ({ name }) => name,
      );
    assert.deepEqual(await names(), []);
    assert.notEqual(
      (await service.ours.request('GET /datasets/:name', { name: 'old' })).archived_at,
      null,
    );
    const content = { scenarios: [scenario('b')] };
    const refused = await refusalOf(
      service.ours.request('PUT /datasets/:name', { name: 'old', body: content }),
    );
    assert.equal(refused.code, 'version_conflict', 'an archived dataset is not replaced unseen');
    const { version } = await service.ours.request('PUT /datasets/:name', {
      name: 'old',
      body: content,
      headers: { 'if-match': `"1"` },
    });
    assert.equal(version.version, 2);
    assert.deepEqual(await names(), ['old']);
    assert.equal(
      (await service.ours.request('GET /datasets/:name', { name: 'old' })).archived_at,
      null,
    );
  });

  it('scenarios are searched by beginnings of words and by tag, and paged in the order of one version', async () => {
    const words = ['Card lost', 'card stolen', 'CARDINAL red', "it's \\ odd", '退款 please'];
    const scenarios = words.map((name, at) =>
      scenario(`n${at}`, { name, tags: [at % 2 === 0 ? 'even' : `it's \\ odd`] }),
    );
    await service.ours.request('PUT /datasets/:name', { name: 'searched', body: { scenarios } });
    const search = async (query: object): Promise<string> => {
      const found = await service.ours.request('GET /datasets/:name/scenarios', {
        name: 'searched',
        query,
      });
      return found.scenarios.map(({ id }) => id).join();
    };
    assert.equal(await search({ q: 'car' }), 'n0,n1,n2');
    assert.equal(await search({ q: 'lost CARD' }), 'n0');
    assert.equal(await search({ q: 'ard' }), '');
    assert.equal(await search({ q: '款' }), 'n4');
    assert.equal(await search({ q: "'\\|&" }), '');
    assert.equal(await search({ q: 'car', tag: 'even' }), 'n0,n2');
    assert.equal(await search({ tag: `it's \\ odd` }), 'n1,n3');
    const first = await service.ours.request('GET /datasets/:name/scenarios', {
      name: 'searched',
      query: { limit: 2 },
    });
    await service.ours.request('POST /datasets/:name/changes', {
      name: 'searched',
      body: { base_version: 1, remove: ['n1', 'n2'] },
    });
    const cursor = first.next_cursor ?? '';
    const second = await service.ours.request('GET /datasets/:name/scenarios', {
      name: 'searched',
      query: {
        limit: 2,
        cursor,
        content: true,
      },
    });
    assert.deepEqual(
      [second.version, ...second.scenarios.map(({ content }) => content?.name)],
      [1, words[2], words[3]],
    );
    assert.deepEqual(await refusal(service.api(), '/datasets/searched/scenarios?cursor=x'), [
      422,
      'invalid_request',
    ]);
  });
});
