import { DatasetView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import stringWidth from 'string-width';
import { sendJson, startStub } from '../support/stubs/start-stub.ts';
import { scenario, startDatasets, type StoredDatasets } from './start-datasets.ts';

let stored: StoredDatasets;

before(async () => {
  stored = await startDatasets();
});
after(() => stored[Symbol.asyncDispose]());

describe('fairtrial datasets pull', () => {
  it('writes a file that push reads back without making a version', async () => {
    const odd = {
      name: 'Ünï ✓ 🎉',
      description: 'one\r\ntwo\u2028three',
      mine: { null: null, list: [1, { deep: true }], '': '\u0001' },
      tags: ['a'],
    };
    const interactions = [
      { user_message: 'Zeile 1\r\nZeile 2', unknown: [null], checks: ['is polite'] },
    ];
    await stored.store('odd', scenario('x', { ...odd, interactions }), scenario('y'));
    const pulled = await stored.datasets('pull', 'odd', '-o', 'pulled/odd.json');
    assert.equal(pulled.code, 0, pulled.stderr);
    assert.equal(pulled.stderr, 'odd@1, 2 scenarios: pulled/odd.json\n');
    const pushed = await stored.datasets('push', 'odd', 'pulled/odd.json');
    assert.match(pushed.stdout, /^Nothing changed: odd@1 /);
    const file = JSON.parse(await readFile(join(stored.folder, 'pulled/odd.json'), 'utf8'));
    assert.equal(file.test_name, 'odd');
    assert.deepEqual(file.test_batch[0].mine, odd.mine);
    assert.equal(file.test_batch[0].interactions[0].user_message, 'Zeile 1\r\nZeile 2');
  });

  it('writes a dataset of one scenario without a name so that push finds it equal', async () => {
    await stored.store('single', scenario('only'));
    assert.equal((await stored.datasets('pull', 'single', '-o', 'other-name.json')).code, 0);
    const { stdout } = await stored.datasets('push', 'single', 'other-name.json');
    assert.match(stdout, /^Nothing changed: single@1 /);
  });

  it('writes an earlier version, to stdout without a file, and says what it wrote with --json', async () => {
    await stored.store('old', scenario('a'));
    await stored.datasets(
      'push',
      'old',
      await stored.write('newer.json', scenario('a'), scenario('b')),
    );
    const { stdout } = await stored.datasets('pull', 'old@1');
    assert.deepEqual(JSON.parse(stdout).test_batch, [scenario('a')]);
    const saved = await stored.datasets('pull', 'old', '-o', 'saved.json', '--json');
    assert.equal(DatasetView.parse(JSON.parse(saved.stdout)).version.version, 2);
  });

  it('keeps the file that exists if the service fails in the middle, and leaves no other file', async () => {
    await stored.store('whole', scenario('a'));
    const view = await stored.client.request('GET /datasets/:name', { name: 'whole' });
    const page = await stored.client.request('GET /datasets/:name/scenarios', {
      name: 'whole',
      query: { content: true },
    });
    await using stub = await startStub(({ path }, response) => {
      if (path.includes('cursor=')) sendJson(response, {}, 404);
      else sendJson(response, path.includes('/scenarios') ? { ...page, next_cursor: 'x' } : view);
    });
    const earlier = await readFile(join(stored.folder, 'whole.json'), 'utf8');
    const files = await readdir(stored.folder);
    const pulled = await stored.datasets('pull', 'whole', '-o', 'whole.json', '--server', stub.url);
    assert.notEqual(pulled.code, 0);
    assert.ok(stub.requests.at(-1)?.path.includes('cursor=x'), pulled.stderr);
    assert.equal(await readFile(join(stored.folder, 'whole.json'), 'utf8'), earlier);
    assert.deepEqual(await readdir(stored.folder), files);
  });

  it('names a dataset or version that does not exist', async () => {
    for (const [named, what] of [
      ['nowhere', 'there is no dataset nowhere'],
      ['old@9', 'there is no version 9 of dataset old'],
      ['Old', "the dataset 'Old' must be the name of a dataset"],
    ] as const) {
      const { code, stderr } = await stored.datasets('pull', named);
      assert.equal(code, 2);
      assert.ok(stderr.includes(what), stderr);
    }
  });
});

describe('fairtrial datasets diff', () => {
  before(async () => {
    const reply = 'We block the card and send a new one.';
    const turns = { interactions: [{ user_message: 'I lost my card.', reference_reply: reply }] };
    await stored.store(
      'cards',
      scenario('a'),
      scenario('lost', turns),
      scenario('c'),
      scenario('d'),
    );
    const better = {
      interactions: [{ user_message: 'I lost my card.', reference_reply: 'Sorry!' }],
    };
    const next = [
      scenario('d'),
      scenario('a'),
      scenario('lost', better),
      scenario('n'.repeat(100)),
    ];
    await stored.write('cards2.json', ...next);
  });

  const expected = [
    '> d',
    '~ lost',
    '    turn 1: reference_reply',
    '      - We block the card and send a new one.',
    '      + Sorry!',
    `+ ${'n'.repeat(77)}…`,
    '- c',
  ];

  it('prints the scenarios and fields that differ from files within 80 columns, and exits with 1', async () => {
    const { code, stdout } = await stored.datasets('diff', 'cards', 'cards2.json');
    assert.equal(code, 1);
    const lines = stdout.trimEnd().split('\n');
    const summary = 'cards@1 and the files: 1 added, 1 removed, 1 changed, 1 moved';
    assert.deepEqual(lines, [...expected, summary]);
    for (const line of lines) assert.ok(stringWidth(line) <= 80, line);
  });

  it('lists each field with both values with --json', async () => {
    const { code, stdout } = await stored.datasets('diff', 'cards', 'cards2.json', '--json');
    assert.equal(code, 1);
    const { scenarios, ...counts } = JSON.parse(stdout);
    assert.deepEqual(counts, {
      from: 'cards@1',
      to: 'the files',
      added: 1,
      removed: 1,
      changed: 1,
      moved: 1,
    });
    assert.deepEqual(scenarios[1], {
      id: 'lost',
      name: 'lost',
      change: 'changed',
      fields: [
        {
          pointer: '/interactions/0/reference_reply',
          before: 'We block the card and send a new one.',
          after: 'Sorry!',
        },
      ],
    });
  });

  it('exits with 0 if files or versions are equal', async () => {
    for (const other of ['cards.json', 'cards@1', 'cards@latest']) {
      const { code, stdout } = await stored.datasets('diff', 'cards', other);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /: equal$/m);
    }
  });

  it('compares two versions as the service does', async () => {
    assert.equal((await stored.datasets('push', 'cards', 'cards2.json')).code, 0);
    const { code, stdout } = await stored.datasets('diff', 'cards@1', 'cards@2');
    assert.equal(code, 1);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(lines.slice(0, -1).toSorted(), expected.toSorted());
    assert.equal(lines.at(-1), 'cards@1 and cards@2: 1 added, 1 removed, 1 changed, 1 moved');
  });

  it('refuses versions of different datasets', async () => {
    await stored.store('hotel', scenario('a'));
    const { code, stderr } = await stored.datasets('diff', 'cards', 'hotel@1');
    assert.equal(code, 2);
    assert.match(stderr, /cards and hotel are different datasets/);
  });
});

describe('fairtrial datasets list', () => {
  it('lists every dataset with its latest version, within 80 columns', async () => {
    await stored.store('listed', scenario('a'), scenario('b'));
    const { code, stdout } = await stored.datasets('list');
    assert.equal(code, 0);
    assert.match(stdout, /^Dataset +Scenarios +Changed +By +Message$/m);
    assert.match(stdout, /^listed@1 +2 .* ada/m);
    for (const line of stdout.split('\n')) assert.ok(stringWidth(line) <= 80, line);
    const { datasets: listed } = JSON.parse((await stored.datasets('list', '--json')).stdout);
    assert.ok(listed.some(({ name }: { name: string }) => name === 'listed'));
  });
});
