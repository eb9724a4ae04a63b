import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { scenario, startDatasets, type StoredDatasets } from './start-datasets.ts';

let stored: StoredDatasets;

before(async () => {
  stored = await startDatasets();
});
after(() => stored[Symbol.asyncDispose]());

async function idsOf(name: string): Promise<readonly string[]> {
  const { scenarios } = await stored.client.request('GET /datasets/:name/scenarios', { name });
  return scenarios.map(({ id }) => id);
}

async function versionOf(name: string): Promise<number> {
  return (await stored.client.request('GET /datasets/:name', { name })).latest.version;
}

describe('fairtrial datasets push', () => {
  it('stores the scenarios of files in their order, with a message and the author', async () => {
    const files = [
      await stored.write('b.json', scenario('b')),
      await stored.write('a.json', scenario('a1'), { interactions: [{ user_message: 'no id' }] }),
    ];
    const { code, stdout, stderr } = await stored.datasets(
      'push',
      'new',
      ...files,
      '-m',
      'first ones',
    );
    assert.equal(code, 0, stderr);
    assert.equal(stderr, 'new (new): 3 added\n');
    assert.equal(stdout, 'Stored new@1: 3 scenarios\n');
    const unnamed = { interactions: [{ user_message: 'no id' }] };
    await stored.client.request('PUT /datasets/:name', {
      name: 'by-the-service',
      body: { scenarios: [unnamed] },
    });
    const [id = ''] = await idsOf('by-the-service');
    assert.match(id, /^s-[0-9a-f]{12}$/);
    assert.deepEqual(await idsOf('new'), ['b', 'a1', id]);
    const { latest } = await stored.client.request('GET /datasets/:name', { name: 'new' });
    assert.partialDeepStrictEqual(latest, { author: 'ada', message: 'first ones' });
  });

  it('gives a scenario that is not in a list the name of its file', async () => {
    await writeFile(join(stored.folder, 'lost-card.json'), JSON.stringify(scenario('x')));
    assert.equal((await stored.datasets('push', 'names', 'lost-card.json')).code, 0);
    const { scenarios } = await stored.client.request('GET /datasets/:name/scenarios', {
      name: 'names',
    });
    assert.equal(scenarios[0]?.name, 'lost-card');
  });

  it('makes no version if the files are equal to the dataset', async () => {
    await stored.store('equal', scenario('a'), scenario('b', { z: 1, y: { d: 1, c: '\uD800' } }));
    const file = await stored.write('again.json', scenario('a'), {
      y: { c: '\uD800', d: 1 },
      ...scenario('b'),
      z: 1,
    });
    const { code, stdout } = await stored.datasets('push', 'equal', file);
    assert.equal(code, 0);
    assert.equal(stdout, 'Nothing changed: equal@1 has the same 2 scenarios\n');
    assert.equal(await versionOf('equal'), 1);
  });

  it('sends added, changed, removed and moved scenarios, and makes the dataset equal to the files', async () => {
    await stored.store('changes', ...['a', 'b', 'c', 'd', 'e'].map((id) => scenario(id)));
    const file = await stored.write(
      'changed.json',
      scenario('e'),
      scenario('a'),
      scenario('x'),
      scenario('b', { tags: ['new'] }),
      scenario('d'),
    );
    const { code, stdout, stderr } = await stored.datasets('push', 'changes', file, '--json');
    assert.equal(code, 0, stderr);
    assert.equal(stderr, 'changes@1: 1 added, 1 removed, 1 changed, 1 moved\n- c\n');
    assert.partialDeepStrictEqual(JSON.parse(stdout), {
      created: true,
      versions: [2],
      changes: { added: 1, removed: 1, changed: 1, moved: 1 },
      version: { version: 2, changes: { added: 1, removed: 1, changed: 1, moved: 1 } },
    });
    assert.deepEqual(await idsOf('changes'), ['e', 'a', 'x', 'b', 'd']);
    assert.equal((await stored.datasets('diff', 'changes', file)).code, 0);
  });

  it('removes more than half of the scenarios only with --force', async () => {
    await stored.store('forced', scenario('a'), scenario('b'), scenario('c'));
    const file = await stored.write('few.json', scenario('a'));
    const refused = await stored.datasets('push', 'forced', file);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /nothing was pushed: 2 of 3 scenarios would be removed/);
    assert.equal(await versionOf('forced'), 1);
    assert.equal((await stored.datasets('push', 'forced', file, '--force')).code, 0);
    assert.deepEqual(await idsOf('forced'), ['a']);
  });

  it('says what others changed since --base, writes nothing and exits with 1', async () => {
    await stored.store('conflict', scenario('a'), scenario('b'));
    const upsert = [scenario('a', { name: 'Theirs' }), scenario('c')];
    await stored.client.request('POST /datasets/:name/changes', {
      name: 'conflict',
      body: { base_version: 1, upsert: upsert as never },
    });
    const file = await stored.write('mine.json', scenario('a', { name: 'Mine' }), scenario('b'));
    const { code, stderr } = await stored.datasets('push', 'conflict', file, '--base', '1');
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /nothing was pushed: conflict was changed since version 1; version 2 was made by bob/,
    );
    assert.match(stderr, /^~ a \(Theirs\)\n\+ c$/m);
    assert.match(stderr, /`fairtrial datasets pull conflict -o FILE`.*--base 2/);
    assert.equal(await versionOf('conflict'), 2);
    const equal = await stored.write(
      'theirs.json',
      ...upsert.slice(0, 1),
      scenario('b'),
      scenario('c'),
    );
    assert.equal((await stored.datasets('push', 'conflict', equal, '--base', '1')).code, 0);
  });

  it('sends a large dataset in parts, and says that each part makes a version', async () => {
    const many = Array.from({ length: 10_050 }, (_, at) => scenario(`s${at}`));
    const file = await stored.write('large.json', ...many);
    const { code, stdout, stderr } = await stored.datasets('push', 'large', file);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Sent in 2 requests .* each makes a version/);
    assert.equal(stdout, 'Stored large@2: 10,050 scenarios\n');
    const again = await stored.datasets('push', 'large', file);
    assert.match(again.stdout, /^Nothing changed: large@2/);
  });

  it('lists an archived dataset again', async () => {
    await stored.store('archived', scenario('a'));
    await stored.client.request('DELETE /datasets/:name', { name: 'archived' });
    const { code, stderr } = await stored.datasets('push', 'archived', 'archived.json');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /archived was archived: it is listed again/);
    assert.equal(
      (await stored.client.request('GET /datasets/:name', { name: 'archived' })).archived_at,
      null,
    );
  });

  it('names the scenario and the field that the service refuses', async () => {
    const checks = [{ json_schema: { type: 'nothing' } }];
    const turns = { interactions: [{ user_message: 'Hi', checks }] };
    const { code, stderr } = await stored.datasets(
      'push',
      'bad',
      await stored.write('bad.json', scenario('x', turns)),
    );
    assert.equal(code, 2, stderr);
    assert.match(stderr, /nothing was pushed\n *x: interactions\.0\.checks\.0/);
  });

  it('needs a valid name and files', async () => {
    for (const args of [
      ['push'],
      ['push', 'My Set', 'a.json'],
      ['push', 'set'],
      ['pull'],
      ['diff'],
    ]) {
      const { code, stderr } = await stored.datasets(...args);
      assert.equal(code, 2, stderr);
    }
  });
});
