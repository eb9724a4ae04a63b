import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { act, ask, refusal, startRun, untilOver, walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub } from '../../support/stubs/start-stub.ts';

describe('deleting a run', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  it('is refused while the run is in progress, and removes it everywhere after its end', async () => {
    await using silent = await startStub(() => undefined);
    const { run_id } = await startRun(evals, { endpoint: `${silent.url}/v1` });
    const path = `/runs/${run_id}`;
    assert.deepEqual(await refusal(evals, path, 'DELETE'), [409, 'run_active']);
    await act(evals, run_id, 'cancel');
    await untilOver(evals, run_id);
    const { status, body } = await ask(evals, path, 'DELETE');
    assert.deepEqual([status, body], [204, undefined]);
    const gone = [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/cancel`],
      ['POST', `${path}/retry`],
      ['GET', `${path}/interactions`],
      ['GET', `${path}/turns/0/0/0`],
      ['GET', `${path}/events`],
    ] as const;
    for (const [method, at] of gone) {
      assert.deepEqual(await refusal(evals, at, method), [404, 'run_not_found'], at);
    }
    assert.deepEqual(await walkRuns(evals), []);
  });

  it('does not affect other runs', async () => {
    await using endpoint = await startStub((_, response) => response.end('fine'));
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3 };
    const kept = await evaluate(evals, changes);
    const { run_id } = await evaluate(evals, changes);
    assert.equal((await ask(evals, `/runs/${run_id}`, 'DELETE')).status, 204);
    const { result } = await untilOver(evals, kept.run_id);
    assert.deepEqual(result, kept);
  });
});
