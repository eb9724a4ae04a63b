import { Problem, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import { act, startRun, untilOver } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';
import { startVersions, versionBatch } from '../../support/stubs/start-versions.ts';

let evals: Service;
let endpoint: Stub;

before(async () => {
  evals = await startService('evals', { DEFAULT_BRANCH: 'trunk' });
  endpoint = await startVersions();
});
after(async () => {
  await evals[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

const request = (changes: object): object => ({
  endpoint: `${endpoint.url}/v1`,
  test_batch: versionBatch(),
  model_id: 'v1',
  attempts: 5,
  ...changes,
});

function run(changes: object): Promise<EvaluationResponse> {
  return evaluate(evals, request(changes));
}

describe('the baseline called latest', () => {
  it('is the newest run that passed, so that every build reports a regression until it is fixed', async () => {
    const asked = { test_name: 'nightly', baseline: 'latest', gates: ['answered >= 99%'] };
    const first = await run(asked);
    assert.deepEqual([first.headline.exit_code, first.comparison], [0, undefined]);
    assert.deepEqual(first.baseline, {
      run_id: null,
      requested: 'latest',
      reason:
        "no run of 'nightly' has passed without a branch or on branch trunk yet, so there is nothing to compare with",
    });
    for (const model_id of ['v2', 'v2']) {
      const worse = await run({ ...asked, model_id });
      assert.deepEqual([worse.headline.result, worse.headline.exit_code], ['regressed', 1]);
      assert.equal(worse.baseline?.run_id, first.run_id);
      assert.deepEqual(
        worse.gate?.gates.map(({ gate }) => gate),
        ['answered >= 99%', 'no regression'],
      );
    }
    const fixed = await run(asked);
    assert.equal(fixed.headline.exit_code, 0);
    assert.equal(fixed.baseline?.run_id, first.run_id);
    assert.match(
      fixed.baseline.reason,
      /^newest run of 'nightly' that passed without a branch, just now$/,
    );
    const next = await run(asked);
    assert.equal(next.baseline?.run_id, fixed.run_id);
  });

  it('is a run of the same branch, else of the default branch, and never of another branch', async () => {
    const asked = { test_name: 'branches', baseline: 'latest' };
    const trunk = await run({ ...asked, branch: 'trunk' });
    const feature = await run({ ...asked, branch: 'feature' });
    assert.equal(feature.baseline?.run_id, trunk.run_id);
    assert.match(feature.baseline.reason, /passed on branch trunk/);
    const again = await run({ ...asked, branch: 'feature' });
    assert.equal(again.baseline?.run_id, feature.run_id);
    assert.match(again.baseline.reason, /passed on branch feature/);
    const other = await run({ ...asked, branch: 'other' });
    assert.equal(other.baseline?.run_id, trunk.run_id);
    const none = await run(asked);
    assert.equal(none.baseline?.run_id, trunk.run_id);
    assert.equal((await run(asked)).baseline?.run_id, none.run_id);
  });

  it('is never a cancelled run', async () => {
    await using silent = await startStub(() => undefined);
    const asked = { test_name: 'stopped', baseline: 'latest' };
    const { run_id } = await startRun(evals, request({ ...asked, endpoint: silent.url }));
    await act(evals, run_id, 'cancel');
    assert.equal((await untilOver(evals, run_id)).state, 'cancelled');
    assert.equal((await run(asked)).baseline?.run_id, null);
  });

  it('skips gates that compare if there is none, so that the first run of a test can pass', async () => {
    const gates = ['no regression', 'delta(overall) > -0.02'];
    const asked = { test_name: 'first', baseline: 'latest', gates };
    const first = await run(asked);
    assert.equal(first.headline.exit_code, 0);
    assert.match(first.warnings.join(), /gates that compare were left out/);
    const second = await run(asked);
    assert.deepEqual(
      [second.baseline?.run_id, second.gate?.gates.length],
      [first.run_id, gates.length],
    );
  });

  it('considers a run again after a rescore, but not during it', async () => {
    const asked = { test_name: 'rescored', baseline: 'latest' };
    const first = await run(asked);
    await fetch(`${evals.url}/runs/${first.run_id}/rescore`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await untilOver(evals, first.run_id);
    assert.equal((await run(asked)).baseline?.run_id, first.run_id);
  });
});

describe('a baseline', () => {
  it('adds no regression to the gates, unless a gate already covers regressions', async () => {
    const { run_id: baseline } = await run({ test_name: 'added' });
    const cases = [
      [undefined, ['no regression'], 1],
      [['answered >= 99%'], ['answered >= 99%', 'no regression'], 1],
      [['no regression beyond 0.05'], ['no regression beyond 0.05'], 1],
      [['allow regression'], ['allow regression'], 0],
    ] as const;
    for (const [gates, decided, exitCode] of cases) {
      const answer = await run({ model_id: 'v2', baseline, gates });
      assert.deepEqual(
        answer.gate?.gates.map(({ gate }) => gate),
        decided,
      );
      assert.equal(answer.headline.exit_code, exitCode, String(gates));
      assert.equal(answer.baseline?.reason, 'the run that the request names');
    }
  });

  it('is refused if it is in progress or does not exist', async () => {
    await using silent = await startStub(() => undefined);
    const { run_id } = await startRun(evals, request({ endpoint: silent.url }));
    const cases = [
      [run_id, 409, 'run_active', undefined],
      ['01a1dcd3-b938-70ec-9762-1d939ad9c69d', 422, 'invalid_request', '/baseline'],
      ['newest', 422, 'invalid_request', '/baseline'],
    ] as const;
    for (const [baseline, status, code, pointer] of cases) {
      const answer = await postEvaluate(evals, createRequest(request({ baseline })));
      const problem = Problem.parse(answer.body);
      assert.deepEqual([answer.status, problem.code], [status, code]);
      assert.equal(problem.errors?.[0]?.pointer, pointer);
    }
    await act(evals, run_id, 'cancel');
  });
});
