import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';

const BATCH = {
  interactions: [{ user_message: 'Hello', reference_reply: 'Hello, how can I help you?' }],
};

describe('a run in the terminal', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;
  /** Oldest first. */
  const ids: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    evals = await startService('evals');
    endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hello, how can I help?')),
    );
    for (const name of ['one', 'two', 'one']) ids.push(runIdIn(await run('--name', name)));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function fairtrial(...args: readonly string[]): Promise<Ended> {
    return runFairtrial(args, { cwd: folder, env: { FAIRTRIAL_SERVER: evals.url } });
  }

  function run(...flags: readonly string[]): Promise<Ended> {
    const to = ['--endpoint', `${endpoint.url}/v1`, '--model', 'm'];
    return fairtrial('run', 'batch.json', ...to, ...flags);
  }

  async function shownId(named: string): Promise<string> {
    const { code, stdout, stderr } = await fairtrial('show', named, '--json');
    assert.equal(code, 0, stderr);
    return (JSON.parse(stdout) as { run_id: string }).run_id;
  }

  it('can be named by the first characters of its id, by latest and by previous', async () => {
    const [first = '', , third = ''] = ids;
    assert.equal(await shownId(first.slice(0, 24)), first);
    assert.equal(await shownId(first.replaceAll('-', '').toUpperCase().slice(0, 31)), first);
    assert.equal(await shownId('latest'), third);
    assert.equal(await shownId('previous'), first);
    const compared = await fairtrial('compare', 'previous', 'latest', '--json');
    assert.match(compared.stdout, new RegExp(`"run_id": "${first}"[^]*"run_id": "${third}"`));
    const based = await run(
      '--dry-run',
      '--baseline',
      first.slice(0, 24),
      '--gate',
      'allow regression',
    );
    assert.equal(based.code, 0, based.stderr);
  });

  it('is not guessed: an ambiguous prefix lists the candidates, and an invalid name explains the syntax', async () => {
    const several = await fairtrial('show', (ids[0] ?? '').slice(0, 4));
    assert.equal(several.code, 2);
    assert.match(several.stderr, /is the beginning of 3 runs: give more of the id/);
    for (const id of ids) assert.ok(several.stderr.includes(id), several.stderr);
    const cases = [
      ['ffffffff', /no run id begins with ffffffff\. `fairtrial runs` lists them/],
      ['newest', /'newest' is not a run: give its id, at least the first 4 characters/],
      ['abc', /'abc' is not a run/],
    ] as const;
    for (const [named, said] of cases) {
      const { code, stderr } = await fairtrial('show', named);
      assert.equal(code, 2);
      assert.match(stderr, said);
    }
    await writeFile(join(folder, 'two.yaml'), 'name: two\n');
    const alone = await fairtrial('show', 'previous', '--config', 'two.yaml');
    assert.match(alone.stderr, /'two' has only one run, so there is no previous one/);
  });

  it('is missing from a list whose filters match none, and the message names the filters', async () => {
    const tagged = await fairtrial('runs', '--tag', 'nope', '--state', 'failed');
    assert.match(
      tagged.stderr,
      /^No run matches --tag nope and --state failed\. `fairtrial runs` lists all/,
    );
    assert.equal(tagged.code, 0);
  });

  it('is cancelled once, and keeps its answers', async () => {
    await using slow = await startStub((_, response) => {
      if (slow.requests.length === 1) sendJson(response, chatCompletion('Hi'));
    });
    const { run_id: id } = await startRun(evals, {
      endpoint: `${slow.url}/v1`,
      attempts: 3,
      concurrency: 1,
    });
    await until('the second request is sent', () => slow.requests.length === 2);
    const { code, stderr } = await fairtrial('cancel', id);
    assert.equal(code, 0, stderr);
    assert.match(stderr, new RegExp(`^Run ${id} is cancelled, 1 of 3 turns played\\.$`, 'm'));
    assert.match(stderr, new RegExp(`\`fairtrial retry ${id}\` plays the rest`));
    const again = await fairtrial('cancel', id);
    assert.match(again.stderr, /is already over: it is cancelled/);
    const shown = await fairtrial('show', id);
    assert.equal(shown.code, 4);
    assert.match(shown.stdout, /^cancelled, 1 of 3 turns played$/m);
    const unplayed = await fairtrial('show', id, '1', '1', '--attempt', '3');
    assert.match(
      unplayed.stderr,
      /in attempt 3 of this scenario was not played, since the run was/,
    );
  });

  it('is rescored from its stored replies with the given options', async () => {
    const calls = endpoint.requests.length;
    const [id = ''] = ids;
    const scored = await fairtrial(
      'rescore',
      id,
      '--pass-threshold',
      '0.99',
      '--scorers',
      'overall',
    );
    assert.equal(scored.code, 0, scored.stderr);
    assert.match(scored.stdout, /^batch .*✗$/m);
    assert.equal(endpoint.requests.length, calls);
    const wrong = await fairtrial('rescore', id, '--scorers', 'overal');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /'overal' is not a scorer\. The scorers are exact_match/);
  });

  it('is deleted only with --yes, and not while it is pinned or being played', async () => {
    const [, id = ''] = ids;
    const asked = await fairtrial('delete', id);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /\('two', m, .*\) would be deleted with all its replies/);
    await fairtrial('pin', id);
    const pinned = await fairtrial('delete', id, '--yes');
    assert.equal(pinned.code, 2);
    assert.match(pinned.stderr, new RegExp(`\`fairtrial unpin ${id}\``));
    assert.doesNotMatch(pinned.stderr, /DELETE/);
    await fairtrial('unpin', id);
    const deleted = await fairtrial('delete', id, '--yes');
    assert.deepEqual([deleted.code, deleted.stdout], [0, '']);
    assert.match(deleted.stderr, new RegExp(`^Deleted run ${id} `));
    assert.match((await fairtrial('show', id)).stderr, /there is no run/);
  });
});
