import { Comparison, GateVerdict, Problem, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  evaluate,
  firstInteraction,
  postEvaluate,
  createRequest,
} from '../../support/calls/evaluate.ts';
import { ask, turnPosition, viewRun, walkRows } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const SCHEMA = { type: 'object', required: ['intent'], properties: { intent: { type: 'string' } } };

/** Two pass for the reply 'Hi, how can I help?', two fail. */
const CHECKS = [
  { contains: 'HOW can' },
  { not_contains: 'help' },
  { regex: '^Hi\\b' },
  { json_schema: SCHEMA },
];

function createBatch(interactions: readonly object[]): object {
  return {
    id: 's',
    interactions: interactions.map((each) => ({ user_message: 'Hello', ...each })),
  };
}

describe('checks and passing', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
    endpoint = await startStub(({ headers, body }, response) => {
      const { model } = body as { model: string };
      const attempt = Number(String(headers['x-fairtrial-conversation']).split('/')[2]);
      if (model === 'dead') return sendJson(response, {}, 400);
      // The model `flaky` is right in every other attempt.
      const isRight = model !== 'flaky' || attempt % 2 === 0;
      return sendJson(response, chatCompletion(isRight ? 'Hi, how can I help?' : 'No.'));
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const play = (changes: object): Promise<EvaluationResponse> =>
    evaluate(evals, { endpoint: endpoint.url, ...changes });

  const playChecked = (changes: object = {}): Promise<EvaluationResponse> =>
    play({ test_batch: createBatch([{ checks: CHECKS }]), ...changes });

  it('checks: each is echoed with its result and evidence; the share that passed is a score', async () => {
    const answer = await playChecked();
    const { checks, scores, passed } = firstInteraction(answer);
    assert.deepEqual(checks, [
      { ...CHECKS[0], passed: true, detail: "'HOW can' is in the reply" },
      { ...CHECKS[1], passed: false, detail: "'help' is in the reply" },
      { ...CHECKS[2], passed: true, detail: "'Hi' matches '^Hi\\b'" },
      {
        ...CHECKS[3],
        passed: false,
        detail: "the reply is not JSON: 'Hi, how can I help?'",
      },
    ]);
    assert.deepEqual(scores, { checks: 0.5, overall: 0.5, answered: 1 });
    assert.equal(passed, false);
    assert.equal(answer.stats['checks']?.mean, 0.5);
  });

  it('checks: are the overall score without weights, because similarity does not count if there are checks', async () => {
    const test_batch = createBatch([{ checks: CHECKS, reference_reply: 'Hi, how can I help?' }]);
    assert.equal(firstInteraction(await play({ test_batch })).scores['overall'], 0.5);
    const weights = { reply: 1, metadata: 0, checks: 1 };
    const weighed = await play({ test_batch, weights });
    assert.equal(firstInteraction(weighed).scores['overall'], 0.75);
    assert.deepEqual(weighed.weights, weights);
  });

  it('checks: neither pass nor fail if the request failed', async () => {
    const answer = await playChecked({ model_id: 'dead' });
    const { checks, scores, passed } = firstInteraction(answer);
    assert.ok(checks.every((each) => each.passed === null && each.detail === 'the request failed'));
    assert.deepEqual([scores['checks'], passed], [null, null]);
  });

  it('checks: one that can never be evaluated is 422 with its pointer, before any call', async () => {
    const asked = endpoint.requests.length;
    const bad: [object, string][] = [
      [{ regex: '(?<=a)b' }, '/regex'],
      [{ json_schema: { $ref: 'http://127.0.0.1/x' } }, '/json_schema'],
      [{ contains: null }, '/contains'],
      [{ max_words: -1 }, '/max_words'],
      [{ telepathy: 'x' }, ''],
      [{ contains: 'x', regex: 'x' }, ''],
      [{ tools: [] }, '/tools'],
      [{ tools: [{ nam: 'search' }] }, '/tools/0/name'],
    ];
    for (const [check, field] of bad) {
      const batch = createBatch([{}, { checks: [CHECKS[0], check] }]);
      for (const [test_batch, path] of [
        [batch, '/test_batch'],
        [[createBatch([{}]), batch], '/test_batch/1'],
      ] as const) {
        const request = createRequest({ endpoint: endpoint.url, test_batch });
        const { status, body } = await postEvaluate(evals, request);
        assert.equal(status, 422);
        const pointer = `${path}/interactions/1/checks/1${field}`;
        assert.equal(Problem.parse(body).errors?.[0]?.pointer, pointer);
      }
    }
    assert.equal(endpoint.requests.length, asked);
  });

  it('passed: null if neither checks nor a threshold define passing', async () => {
    const answer = await play({});
    assert.deepEqual([firstInteraction(answer).passed, answer.passes], [null, null]);
    assert.equal(answer.results.scenarios[0]?.passes, null);
    assert.equal(answer.results.scenarios[0].attempts[0]?.passed, null);
  });

  it('pass_threshold: pass rates with intervals, pass@k, pass^k and flaky scenarios', async () => {
    const reference_reply = 'Hi, how can I help?';
    const answer = await play({
      model_id: 'flaky',
      attempts: 5,
      pass_threshold: 0.6,
      test_batch: createBatch([{ reference_reply }, { reference_reply }]),
    });
    const [scenario] = answer.results.scenarios;
    assert.deepEqual(
      scenario?.attempts.map(({ passed }) => passed),
      [true, false, true, false, true],
    );
    assert.deepEqual(scenario.passes, {
      attempts: 5,
      unknown: 0,
      passed: 3,
      pass_rate: 0.6,
      ci95: [0.2307, 0.8824],
      pass_at_k: { 1: 0.6, 2: 0.9, 3: 1, 4: 1, 5: 1 },
      pass_hat_k: { 1: 0.6, 2: 0.3, 3: 0.1, 4: 0, 5: 0 },
      flaky: true,
    });
    const { flaky: _, ...same } = scenario.passes;
    assert.deepEqual(answer.passes, { ...same, scenarios: 1, flaky_scenarios: 1 });
    assert.equal(answer.pass_threshold, 0.6);
    assert.deepEqual((await viewRun(evals, answer.run_id)).result, answer);
  });

  it('interactions: short rows contain passed, and can be filtered by it and by failed checks', async () => {
    const { run_id } = await playChecked({ model_id: 'flaky', attempts: 2 });
    const rows = await walkRows(evals, run_id, '?failed_check=regex');
    assert.deepEqual(rows.map(turnPosition), ['0/1/0']);
    assert.equal((await walkRows(evals, run_id, '?passed=false')).length, 2);
    assert.equal((await walkRows(evals, run_id, '?passed=true')).length, 0);
    assert.equal((await ask(evals, `/runs/${run_id}/interactions?passed=1`)).status, 422);
  });

  it('gates and comparison: pass_rate, pass^k, and an exact test of the attempts', async () => {
    const checked = { test_batch: createBatch([{ checks: [CHECKS[0]] }]), attempts: 10 };
    const old = await play(checked);
    const now = await play({
      ...checked,
      model_id: 'flaky',
      baseline: old.run_id,
      gates: ['pass_rate >= 0.9', 'pass^k >= 0.85', 'pass^1 >= 0.5', 'checks > 0.1'],
    });
    const { gates } = GateVerdict.parse(now.gate);
    assert.deepEqual(
      gates.map(({ verdict, value }) => [verdict, value]),
      [
        ['fail', 0.5],
        ['fail', 0],
        ['pass', 0.5],
        ['pass', 0.5],
        ['fail', -0.5],
      ],
    );
    const { passes, metrics } = Comparison.parse(now.comparison);
    assert.deepEqual([passes?.candidate.passed, passes?.p], [5, 0.0325]);
    assert.deepEqual([metrics['checks']?.delta, metrics['pass_rate']?.delta], [-0.5, -0.5]);
  });

  it('exports: CSV, JUnit and Markdown show what did not pass', async () => {
    const { run_id } = await playChecked();
    const file = async (format: string): Promise<string> =>
      (await fetch(`${evals.url}/runs/${run_id}/export?format=${format}`)).text();
    assert.match(await file('csv'), /,false,"not contains: 'help' is in the reply; json schema: /);
    const junit = await file('junit');
    assert.match(junit, /<testsuite [^>]*failures="1"/);
    assert.match(junit, /<failure type="check" message="not contains: /);
    assert.match(
      await file('md'),
      /^0 of 1 attempts passed: .*\n[^]*turn 1, check failed: ` not contains: 'help' is in the reply /m,
    );
  });
});

describe('tool calls', () => {
  const checks = [
    { tools: ['current_time'] },
    {
      tools: [{ name: 'current_time', arguments: { timezone: 'Europe/Paris' } }],
      max_calls: 1,
    },
    { tools: [], max_calls: 0 },
  ];

  it("are read from the trace of the agent backend, and from an endpoint's own calls", async () => {
    const call = (args: object): object => ({
      id: 'call-1',
      type: 'function',
      function: { name: 'current_time', arguments: JSON.stringify(args) },
    });
    await using hub = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { role: string }[] };
      if (messages.at(-1)?.role === 'tool') return sendJson(response, chatCompletion('Noon.'));
      const tool_calls = [call({ timezone: 'Europe/Paris' })];
      const message = { role: 'assistant', content: null, tool_calls };
      return sendJson(response, { id: 'c', choices: [{ message, finish_reason: 'tool_calls' }] });
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    await using evals = await startService('evals');
    for (const endpoint of [agent.url, `${hub.url}/v1`]) {
      const answer = await evaluate(evals, {
        endpoint,
        model_id: 'any/model',
        test_batch: createBatch([{ checks }]),
      });
      const first = firstInteraction(answer);
      assert.deepEqual(first.tool_calls, [
        { name: 'current_time', arguments: { timezone: 'Europe/Paris' } },
      ]);
      assert.deepEqual(
        first.checks.map(({ passed }) => passed),
        [true, true, false],
      );
      assert.match(
        first.checks[2]?.detail ?? '',
        /^1 call, at most 0 are allowed; not expected: 'current_time \{/,
      );
    }
  });
});
