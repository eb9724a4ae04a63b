import type { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runIdIn, type Ended } from './run-fairtrial.ts';
import { scenario, startDatasets, type StoredDatasets } from './start-datasets.ts';

let stored: StoredDatasets;

before(async () => {
  stored = await startDatasets();
});
after(() => stored[Symbol.asyncDispose]());

describe('fairtrial run --dataset', () => {
  let endpoint: Stub;
  before(async () => {
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hello', 'm')));
    const scenarios = ['a', 'b', 'c'].map((id) => scenario(id, { tags: [`tag-${id}`] }));
    await stored.store('played', ...scenarios);
  });
  after(() => endpoint[Symbol.asyncDispose]());

  function play(...args: readonly string[]): Promise<Ended> {
    return stored.fairtrial('run', ...args, '--endpoint', `${endpoint.url}/v1`, '--model', 'm');
  }

  async function readRun(...flags: readonly string[]): Promise<RunView> {
    const ended = await play(...flags);
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    return stored.client.request('GET /runs/:run_id', { run_id: runIdIn(ended) });
  }

  function playedIn({ result }: RunView): readonly string[] {
    return (result?.results.scenarios ?? []).map(({ scenario_id: id }) => id);
  }

  it('plays the selected scenarios of the dataset, and the run records its version', async () => {
    const flags = ['--filter-tag', 'tag-a', '--filter-tag', 'tag-c'];
    const run = await readRun('--dataset', 'played', ...flags);
    assert.equal(run.dataset, 'played@1');
    assert.equal(run.test_name, 'played');
    assert.deepEqual(playedIn(run), ['a', 'c']);
  });

  it('plays the sample that --dry-run prints', async () => {
    const flags = ['--dataset', 'played', '--sample', '2', '--seed', 'x'];
    const { stdout } = await play(...flags, '--dry-run');
    const planned = Array.from(stdout.matchAll(/^([abc]) /gm), ([, id]) => id);
    assert.equal(planned.length, 2, stdout);
    assert.deepEqual(playedIn(await readRun(...flags)), planned);
  });

  it('plays the dataset and the filter of the configuration file', async () => {
    const config = 'dataset: played@1\nfilter: { ids: [b] }\nname: nightly\n';
    await writeFile(join(stored.folder, 'stored.yaml'), config);
    const run = await readRun('--config', 'stored.yaml');
    assert.deepEqual([run.dataset, run.test_name], ['played@1', 'nightly']);
    assert.deepEqual(playedIn(run), ['b']);
  });

  it('says which option the service refuses', async () => {
    const unknown = await play('--dataset', 'nowhere');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /no run was started\n--dataset: is not the name of a dataset/);
    const none = await play('--dataset', 'played', '--filter-id', 'x');
    assert.equal(none.code, 2);
    assert.match(none.stderr, /--filter-tag, --filter-id, --sample: selects no scenario/);
  });
});

describe('fairtrial run --dataset --dry-run', () => {
  const AT = ['--endpoint', 'http://127.0.0.1:1/v1', '--model', 'm', '--dry-run'];

  before(async () => {
    const scenarios = Array.from({ length: 30 }, (_, at) =>
      scenario(`s${at}`, at % 2 === 0 ? { tags: ['even'] } : {}),
    );
    await stored.store('planned', ...scenarios);
  });

  it('prints how many scenarios and calls the run has', async () => {
    const { code, stdout, stderr } = await stored.fairtrial(
      'run',
      '--dataset',
      'planned',
      '--attempts',
      '3',
      ...AT,
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^planned@1: 30 scenarios$/m);
    assert.match(stdout, /^10 scenarios more$/m);
    assert.match(stdout, /^All +30 × 3 = 90$/m);
  });

  it('prints only the scenarios that the filter selects', async () => {
    const tagged = await stored.fairtrial(
      'run',
      '--dataset',
      'planned@1',
      '--filter-tag',
      'even',
      ...AT,
    );
    assert.match(tagged.stdout, /^planned@1: 15 of 30 scenarios$/m);
    const flags = ['--filter-tag', 'even', '--sample', '4', '--seed', 'x'];
    const { stdout } = await stored.fairtrial('run', '--dataset', 'planned', ...flags, ...AT);
    assert.match(stdout, /^planned@1: 4 of 30 scenarios$/m);
    assert.equal(
      (await stored.fairtrial('run', '--dataset', 'planned', ...flags, ...AT)).stdout,
      stdout,
    );
    const none = await stored.fairtrial(
      'run',
      '--dataset',
      'planned',
      '--filter-id',
      'nothing',
      ...AT,
    );
    assert.equal(none.code, 2);
    assert.match(
      none.stderr,
      /--filter-tag, --filter-id, --sample: selects no scenario of planned/,
    );
  });

  it('refuses files together with --dataset, and a name that no dataset can have', async () => {
    const both = await stored.fairtrial('run', 'planned.json', '--dataset', 'planned', ...AT);
    assert.equal(both.code, 2);
    assert.match(both.stderr, /files cannot be combined with --dataset/);
    const bad = await stored.fairtrial('run', '--dataset', 'My Set', ...AT);
    assert.equal(bad.code, 2);
    assert.match(bad.stderr, /It must be the name of a dataset/);
  });
});
