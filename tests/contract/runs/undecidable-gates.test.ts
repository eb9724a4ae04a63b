import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import { walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';
import { startVersions, versionBatch } from '../../support/stubs/start-versions.ts';

let evals: Service;
let endpoint: Stub;

before(async () => {
  evals = await startService('evals');
  endpoint = await startVersions();
});
after(async () => {
  await evals[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

const plain = { interactions: [{ user_message: 'a', reference_reply: 'b' }] };

it('a gate that can never be decided is refused before the run, with advice', async () => {
  const one = { attempts: 1 };
  const cases = [
    [
      { gates: ['overal >= 0.8'] },
      '/gates/0',
      /no turn is scored by 'overal'; there are .*overall/,
    ],
    [{ gates: ['metadata.intent >= 0.8'] }, '/gates/0', /no turn is scored by 'metadata.intent'/],
    [{ gates: ['checks.weeks >= 0.9'] }, '/gates/0', /there are .*checks\.days/],
    [{ gates: ['judge >= 0.9'] }, '/gates/0', /no turn is scored by 'judge'/],
    [
      { gates: ['overall >= 0.8'], scorers: ['answered'] },
      '/gates/0',
      /there are answered, pass_rate/,
    ],
    [{ gates: ['overall[bank-*] >= 0.8'] }, '/gates/0', /no scenario matches 'bank-\*'; there are/],
    [{ gates: ['pass_rate >= 0.9'], test_batch: plain }, '/gates/0', /set pass_threshold/],
    [{ gates: ['pass^k >= 0.9'], test_batch: plain }, '/gates/0', /set pass_threshold/],
    [{ gates: ['pass^9 >= 0.9'] }, '/gates/0', /needs 9 attempts, and the run has 5/],
    [{ gates: ['answered >= 0', 'delta(overall) > 0'] }, '/gates/1', /set baseline to latest/],
    [{ gates: ['no regression'] }, '/gates/0', /set baseline to latest/],
    [{ ...one, gates: ['overall >= 0.8'] }, '/gates/0', /set attempts to 2 or more/],
    [{ ...one, gates: ['no regression'], baseline: 'latest' }, '/gates/0', /set attempts to 2/],
    [{ ...one, baseline: 'latest' }, '/attempts', /'no regression'.*set attempts to 2.*allow regr/],
    [{ ...one, against: 'v2' }, '/attempts', /'no regression'.*set attempts to 2/],
    [
      { ...one, gates: ['delta(overall) > 0', 'allow regression'], baseline: 'latest' },
      '/gates/0',
      /set attempts to 2/,
    ],
    [{ baseline_run_id: 'x' }, '/baseline_run_id', /the field is called baseline/],
    [{ against: 'v2', baseline: 'latest' }, '/against', /leave out baseline or against/],
  ] as const;
  for (const [changes, pointer, expected] of cases) {
    const { status, body } = await postEvaluate(evals, createRequest(request(changes)));
    assert.equal(status, 422, JSON.stringify([changes, body]));
    const problem = Problem.parse(body);
    assert.equal(problem.errors?.[0]?.pointer, pointer, JSON.stringify(changes));
    assert.match(problem.errors[0].detail, expected);
  }
  assert.deepEqual([endpoint.requests.length, (await walkRuns(evals)).length], [0, 0]);
});

it('a gate that can be decided is accepted', async () => {
  const cases = [
    {
      attempts: 1,
      gates: ['answered >= 0.9', 'latency.p95 < 9s', 'pass_rate >= 0', 'pass^k >= 0'],
    },
    { attempts: 1, gates: ['overall >= 0.8'], test_batch: versionBatch(2) },
    { attempts: 1, baseline: 'latest', test_batch: versionBatch(10) },
    { attempts: 1, baseline: 'latest', gates: ['allow regression'] },
    { gates: ['checks >= 0.9', 'checks.days >= 0.9', 'overall[scenario-*] >= 0.5', 'pass^5 >= 0'] },
    { gates: ['pass_rate >= 0.1', 'allow failures'], test_batch: plain, pass_threshold: 0.1 },
  ];
  for (const changes of cases) await evaluate(evals, request(changes));
});

it('a baseline with one attempt is refused, unless regressions are allowed', async () => {
  const { run_id: baseline } = await evaluate(evals, request({ attempts: 1 }));
  const { status, body } = await postEvaluate(evals, createRequest(request({ baseline })));
  const problem = Problem.parse(body);
  assert.deepEqual([status, problem.errors?.[0]?.pointer], [422, '/baseline']);
  assert.match(problem.detail ?? '', /the baseline .* has one attempt/);
  await evaluate(evals, request({ baseline, gates: ['allow regression'] }));
});

function request(changes: object): object {
  return {
    endpoint: `${endpoint.url}/v1`,
    test_batch: versionBatch(),
    model_id: 'v1',
    attempts: 5,
    ...changes,
  };
}
