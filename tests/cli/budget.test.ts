import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';

const BATCH = {
  id: 'greeting',
  interactions: [{ user_message: 'Hello', checks: [{ contains: 'Hi' }] }],
};

describe('a budget on the command line', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    evals = await startService('evals');
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    const config = {
      endpoint: `${endpoint.url}/v1`,
      model: 'm',
      attempts: 5,
      budget: { calls: 2 },
    };
    await writeFile(join(folder, 'fairtrial.config.json'), JSON.stringify(config));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const fairtrial = (...args: readonly string[]): Promise<Ended> =>
    runFairtrial([...args, '--server', evals.url], { cwd: folder });

  it('stops fairtrial run with exit code 4, and fairtrial retry continues with a larger one', async () => {
    const stopped = await fairtrial('run', 'batch.json');
    assert.equal(stopped.code, 4, stopped.stderr);
    assert.match(stopped.stdout, /■ budget spent: the budget of the run was spent before its end/);
    assert.match(stopped.stdout, /2 of 5 turns were played/);
    assert.equal(endpoint.requests.length, 2);
    const id = runIdIn(stopped);

    const refused = await fairtrial('retry', id);
    assert.equal(refused.code, 2, refused.stdout);
    assert.match(refused.stderr, /retry it with a larger budget/);
    const more = await fairtrial('retry', id, '--budget-calls', '4');
    assert.equal(more.code, 4, more.stderr);
    const whole = await fairtrial('retry', id, '--budget-calls', '5');
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(whole.stdout, /✓ passed/);
    assert.equal(endpoint.requests.length, 5);
    const nothing = await fairtrial('retry', id);
    assert.notEqual(nothing.code, 0);
    assert.match(nothing.stderr, /no turn of run/);
  });

  it('is taken from --budget-calls rather than from the configuration', async () => {
    const first = endpoint.requests.length;
    const { code } = await fairtrial('run', 'batch.json', '--budget-calls', '3');
    assert.deepEqual([code, endpoint.requests.length - first], [4, 3]);
  });
});
