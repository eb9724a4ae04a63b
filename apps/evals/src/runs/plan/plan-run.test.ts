import { EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunPlan } from '../../entities/run.ts';
import { planRun } from './plan-run.ts';
import type { RunLimits } from './validate.ts';

const base = { endpoint: 'http://x/', model_id: 'm' };

const LIMITS = { attempts: 1000, interactions: 1000, turns: 100_000 };

function plan(posted: object, limits: RunLimits = LIMITS): RunPlan {
  let next = 0;
  const request = EvaluationRequest.parse({ ...base, ...posted });
  const { target, test_batch } = request;
  assert.ok(typeof target !== 'string' && test_batch !== undefined);
  return planRun(
    { ...request, target, test_batch },
    {
      newId: () => `id-${(next += 1)}`,
      limits,
      maxConcurrency: 16,
      models: { judges: [], embeddings: undefined },
      prices: {},
      simulated: undefined,
    },
  );
}

describe('planRun', () => {
  it('planRun fills in every default', () => {
    const planned = plan({
      test_batch: { interactions: [{ user_message: 'a' }, { user_message: 'b' }] },
    });
    assert.deepEqual(planned, {
      testName: 'id-1',
      endpoint: 'http://x/',
      modelId: 'm',
      attempts: 1,
      protocol: 'auto',
      target: undefined,
      history: 'live',
      concurrency: 8,
      budget: undefined,
      systemPrompt: undefined,
      parameters: {},
      weights: { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 },
      scorers: undefined,
      judge: undefined,
      modelScorers: [],
      grading: undefined,
      prices: {},
      passThreshold: undefined,
      isSimulated: false,
      baselineRunId: undefined,
      against: undefined,
      gates: [],
      warnings: [],
      extra: {},
      scenarios: [
        {
          id: 'id-1',
          name: 'id-1',
          description: '',
          extra: {},
          interactions: ['a', 'b'].map((user_message, at) => ({
            id: `id-${at + 2}`,
            user_message,
            reference_reply: '',
            interaction_type: at === 0 ? 'opening' : 'development',
            reference_metadata: {},
            checks: [],
            extra: {},
          })),
        },
      ],
    });
  });

  it('planRun ignores replies and annotations in a request', () => {
    const [scenario] = plan({
      test_batch: {
        interactions: [{ user_message: 'a', agent_reply: 'x', generated_metadata: { y: 1 } }],
      },
    }).scenarios;
    assert.deepEqual(scenario?.interactions[0]?.extra, {});
  });

  it('planRun drops the results of checks from a result that is posted again', () => {
    const calls = [{ expected: { name: 'a' }, made: null, mark: 'missing' }];
    const checks = [
      { max_words: 3, passed: false, detail: '4 words' },
      { tools: ['a'], passed: false, detail: 'missing', calls, calls_left_out: 0 },
    ];
    const [scenario] = plan({
      test_batch: { interactions: [{ user_message: 'a', checks }] },
    }).scenarios;
    assert.deepEqual(JSON.parse(JSON.stringify(scenario?.interactions[0]?.checks)), [
      { max_words: 3 },
      { tools: ['a'] },
    ]);
  });

  it('planRun rejects a pass threshold if overall is not among the scorers', () => {
    const test_batch = { interactions: [{ user_message: 'a' }] };
    assert.equal(plan({ test_batch, pass_threshold: 0.6 }).passThreshold, 0.6);
    assert.throws(
      () => plan({ test_batch, pass_threshold: 0.6, scorers: ['chrf'] }),
      /not among the scorers/,
    );
  });

  it('planRun stores the target with the protocol and the history that follow from it, and warns', () => {
    const body = { question: '{{user_message}}', id: '{{session}}' };
    const target = { body, session: { from: '/id' } };
    const test_batch = { interactions: [{ user_message: 'a' }] };
    const planned = plan({ test_batch, target, system_prompt: 'Be brief.', strict: true });
    assert.deepEqual(planned.target?.body, target.body);
    assert.deepEqual([planned.protocol, planned.history], ['custom', 'none']);
    assert.equal(planned.warnings.length, 1);
    assert.match(planned.warnings[0] ?? '', /system_prompt was not sent/);
    assert.throws(() => plan({ test_batch, target, protocol: 'agent' }), /leave out protocol/);
  });

  it('planRun keeps unknown fields in place', () => {
    const planned = plan({
      team: 'blue',
      test_batch: { owner: 'me', interactions: [{ user_message: 'a', level: 3 }] },
    });
    assert.deepEqual(planned.extra, { team: 'blue' });
    assert.deepEqual(planned.scenarios[0]?.extra, { owner: 'me' });
    assert.deepEqual(planned.scenarios[0]?.interactions[0]?.extra, { level: 3 });
  });

  it('planRun warns about repeated ids and a lowered concurrency', () => {
    const twice = {
      id: 's',
      interactions: [
        { id: 'i', user_message: 'a' },
        { id: 'i', user_message: 'b' },
      ],
    };
    const { warnings, concurrency } = plan({ test_batch: [twice, twice], concurrency: 99 });
    assert.equal(concurrency, 16);
    assert.equal(warnings.length, 4);
    assert.match(warnings[0] ?? '', /scenario id 's' occurs more than once/);
    assert.match(warnings[1] ?? '', /interaction id 'i' occurs more than once in scenario 's'/);
    assert.match(warnings[3] ?? '', /concurrency 99 was lowered to 16/);
  });
});

describe('the limits of a run', () => {
  const limits = { attempts: 10, interactions: 4, turns: 12 };
  const check = (attempts: number, messages: readonly string[]): RunPlan =>
    plan(
      {
        attempts,
        test_batch: { interactions: messages.map((user_message) => ({ user_message })) },
      },
      limits,
    );

  it('planRun accepts a run at its limits', () => {
    check(10, ['12345678']);
    check(3, ['a', 'b', 'c', 'd']);
  });

  it('planRun rejects a run beyond a limit and gives both numbers', () => {
    assert.throws(() => check(11, ['a']), /11 attempts, and at most 10/);
    assert.throws(() => check(1, ['a', 'b', 'c', 'd', 'e']), /5 interactions, and at most 4/);
    assert.throws(
      () => check(4, ['a', 'b', 'c', 'd']),
      /16 attempts × interactions, and at most 12/,
    );
  });

  it('the limits count the metadata fields and check ids of the whole run, each of which is a metric', () => {
    const batch = (fields: number): object => ({
      interactions: Array.from({ length: 10 }, (_, no) => ({
        user_message: 'a',
        reference_metadata: Object.fromEntries(
          Array.from({ length: fields / 10 }, (__, at) => [`field ${no} ${at}`, 1]),
        ),
        checks: [
          { id: `check-${no}`, contains: 'a' },
          { id: 'same', contains: 'a' },
        ],
      })),
    });
    assert.doesNotThrow(() => plan({ test_batch: batch(480) }));
    assert.throws(
      () => plan({ test_batch: batch(490) }),
      /501 different metadata fields and check ids in a run, and at most 500 are allowed/,
    );
  });

  it('the limits are checked before the gates, which take time per scenario', () => {
    const gates = ['overall[nothing] > 0'];
    const interactions = Array.from({ length: 5 }, () => ({ user_message: 'a' }));
    const test_batch = { interactions };
    assert.throws(() => plan({ gates, test_batch }, limits), /5 interactions, and at most 4/);
  });
});

function planFor(endpoint: string): RunPlan {
  const posted = { interactions: [{ user_message: 'a', reference_reply: 'b' }] };
  const request = EvaluationRequest.parse({ endpoint, model_id: 'm', test_batch: posted });
  const { test_batch = [] } = request;
  return planRun(
    { ...request, test_batch, target: undefined },
    {
      newId: () => 'id',
      limits: { attempts: 1, interactions: 1, turns: 1 },
      maxConcurrency: 8,
      models: { judges: ['sim/judge'], embeddings: undefined },
      prices: {},
      simulated: { addresses: ['http://127.0.0.1:9100/v1', 'http://127.0.0.1:8000'] },
    },
  );
}

it('a run is simulated if its endpoint is, under any name of this machine', () => {
  for (const endpoint of [
    'http://127.0.0.1:8000/',
    'http://localhost:9100/v1',
    'http://[::1]:8000',
  ]) {
    assert.deepEqual(
      [planFor(endpoint).isSimulated, planFor(endpoint).warnings],
      [true, []],
      endpoint,
    );
  }
});

it('a run against another endpoint is not simulated and warns about the simulated judge', () => {
  for (const endpoint of ['http://127.0.0.1:11434/v1', 'https://models.example.com:8000/']) {
    const { isSimulated, warnings } = planFor(endpoint);
    assert.equal(isSimulated, false, endpoint);
    assert.match(warnings.join(), /^the judge is simulated, so its scores of this endpoint mean/);
  }
});
