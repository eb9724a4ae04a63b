import { GateVerdict, Problem, type GateFinding } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('gates', () => {
  let evals: Service;
  let endpoint: Stub;
  let runId: string;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) =>
      sendJson(response, {
        ...chatCompletion('Hi, how can I help?'),
        metadata: { intent: 'greet', sentiment: 'neutral' },
      }),
    );
    runId = (await evaluate(evals, { endpoint: `${endpoint.url}/v1`, attempts: 3 })).run_id;
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function gate(id: string, body: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${evals.url}/runs/${id}/gate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async function decide(body: object): Promise<GateVerdict> {
    const answer = await gate(runId, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return GateVerdict.parse(answer.body);
  }

  const verdicts = (gates: readonly GateFinding[]): readonly string[] =>
    gates.map((one) => one.verdict);

  it('in a request lead to a verdict in the answer', async () => {
    const gates = [
      'overall >= 0.5',
      'metadata.sentiment >= 0.5',
      'answered >= 99%',
      'latency.p95 < 30s',
    ];
    const answer = await evaluate(evals, { endpoint: `${endpoint.url}/v1`, attempts: 30, gates });
    assert.equal(answer.gate?.verdict, 'fail');
    assert.deepEqual(verdicts(answer.gate.gates), ['pass', 'fail', 'pass', 'pass']);
    assert.equal(answer.gate.gates[1]?.value, 0);
    assert.equal(answer.comparison, undefined);
    const plain = await evaluate(evals, { endpoint: `${endpoint.url}/v1` });
    assert.equal(plain.gate, undefined);
  });

  it('on a finished run lead to one verdict with a sentence for each', async () => {
    const { verdict, gates } = await decide({ gates: ['overall >= 0.2'] });
    assert.equal(verdict, 'pass');
    const [finding] = gates;
    assert.deepEqual(
      [finding?.gate, finding?.verdict, finding?.value],
      ['overall >= 0.2', 'pass', 0.85],
    );
    assert.match(finding?.sentence ?? '', /^overall is 0.85 \[.*\]; >= 0.2 holds.$/);
  });

  it('include no regression if there is a baseline', async () => {
    const { verdict, gates, baseline_run_id } = await decide({ baseline: runId });
    assert.deepEqual([verdict, gates[0]?.gate, baseline_run_id], ['pass', 'no regression', runId]);
    const change = await decide({ baseline: runId, gates: ['delta(overall) > -0.9'] });
    assert.deepEqual(verdicts(change.gates), ['pass', 'pass']);
  });

  it('are inconclusive if the endpoint is unreachable, and never blame the model', async () => {
    const gates = ['overall >= 0.8', 'answered >= 99%'];
    const answer = await evaluate(evals, { endpoint: 'http://127.0.0.1:1/v1', attempts: 2, gates });
    assert.deepEqual(verdicts(answer.gate?.gates ?? []), ['inconclusive', 'fail']);
    assert.match(answer.gate?.gates[0]?.sentence ?? '', /answers to 0.0 % of its requests/);
  });

  it('that are malformed are 422 with a pointer and a suggestion', async () => {
    const cases = [
      [{ gates: ['overall >= 0.8', 'overall >= 80'] }, '/gates/1', /did you mean 80%/],
      [{ gates: ['overall'] }, '/gates/0', /is not a gate/],
      [{ gates: ['delta(overall) > 0'] }, '/gates/0', /baseline/],
      [{ gates: ['no regression'] }, '/gates/0', /baseline/],
      [{ gates: 'overall >= 0.8' }, '/gates', /must be an array/],
      [{ gates: ['overall >= 0'], baseline: 'x' }, '/baseline', /latest/],
    ] as const;
    for (const [asked, pointer, expected] of cases) {
      const answers = [await gate(runId, asked), await postEvaluate(evals, createRequest(asked))];
      for (const { status, body } of answers) {
        assert.equal(status, 422, JSON.stringify([asked, body]));
        const [error] = Problem.parse(body).errors ?? [];
        assert.equal(error?.pointer, pointer);
        assert.match(error.detail, expected);
      }
    }
    const empty = await gate(runId, {});
    assert.equal(Problem.parse(empty.body).errors?.[0]?.pointer, '/gates');
    assert.equal(
      (await gate('01a1dcd3-b938-70ec-9762-1d939ad9c69d', { gates: ['overall > 0'] })).status,
      404,
    );
  });
});
