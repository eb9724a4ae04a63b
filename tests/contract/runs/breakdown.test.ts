import { RunBreakdown, RunRowList } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask, refusal, viewRun } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

/** The reply and the label of the endpoint for each message. */
const REPLIES: Readonly<Record<string, readonly [reply: string, intent: string | undefined]>> = {
  'block my card': ['It is blocked. Anything else?', 'Block_Card'],
  'what does it cost': ['Nothing', 'block_card'],
  'thank you': ['You are welcome', undefined],
};

const INTERACTIONS = [
  {
    user_message: 'block my card',
    reference_metadata: { intent: 'block_card' },
    checks: [{ id: 'short', max_words: 3 }, { contains: 'blocked' }],
  },
  {
    user_message: 'what does it cost',
    reference_metadata: { intent: 'ask_fee' },
    checks: [
      { id: 'short', max_words: 3 },
      { contains: 'fee' },
      { id: 'amount', contains: '5', optional: true },
    ],
  },
  { user_message: 'thank you', reference_metadata: { intent: 'thank' } },
];

describe('the failures of a run', () => {
  let evals: Service;
  let endpoint: Stub;
  let runId: string;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub(({ body }, response) => {
      const { messages } = body as { messages: readonly { content: string }[] };
      const [reply, intent] = REPLIES[messages.at(-1)?.content ?? ''] ?? ['', undefined];
      const metadata = { intent: intent ?? null };
      sendJson(response, { ...chatCompletion(reply), metadata });
    });
    const answer = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      attempts: 2,
      test_batch: { id: 'bank', interactions: INTERACTIONS },
    });
    runId = answer.run_id;
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const turnsOf = async (query: string): Promise<readonly number[]> => {
    const { body } = await ask(evals, `/runs/${runId}/rows?sort=position&${query}`);
    return RunRowList.parse(body).rows.map(({ turn }) => turn);
  };

  it('are counted by name of the check, and by the label given instead of the expected one', async () => {
    const { body } = await ask(evals, `/runs/${runId}/breakdown`);
    const { checks, labels } = RunBreakdown.parse(body);
    assert.deepEqual(checks, [
      { name: 'amount', optional: true, failed: 2, total: 2 },
      { name: 'contains', optional: false, failed: 2, total: 4 },
      { name: 'short', optional: false, failed: 2, total: 4 },
    ]);
    assert.deepEqual(labels['intent']?.confusion, [
      { expected: 'block_card', given: 'block_card', count: 2 },
      { expected: 'ask_fee', given: 'block_card', count: 2 },
      { expected: 'thank', given: null, count: 2 },
    ]);
  });

  it('are named in the row of their interaction, which fails at any threshold', async () => {
    for (const query of ['', '&pass_threshold=0']) {
      const { body } = await ask(evals, `/runs/${runId}/rows?sort=position${query}`);
      assert.deepEqual(
        RunRowList.parse(body).rows.map(({ status, failed_checks }) => [status, failed_checks]),
        [
          ['failed', ['short']],
          ['failed', ['contains']],
          [query === '' ? 'scored' : 'passed', []],
        ],
      );
    }
  });

  it('are counted by gate in lists of runs', async () => {
    const { run_id } = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      test_batch: { id: 'bank', interactions: INTERACTIONS },
      attempts: 2,
      gates: ['overall >= 0', 'checks.short >= 1', 'answered >= 1'],
    });
    const { overview } = await viewRun(evals, run_id);
    assert.deepEqual(overview?.gate, { verdict: 'fail', failed: 1, inconclusive: 0, total: 3 });
    assert.equal((await viewRun(evals, runId)).overview?.gate, null);
  });

  it('link to their interactions by the id of a check, by its type, or by any check', async () => {
    assert.deepEqual(await turnsOf('failed_check=short'), [0]);
    assert.deepEqual(await turnsOf('failed_check=contains'), [1]);
    assert.deepEqual(await turnsOf('failed_check=max_words'), [0]);
    assert.deepEqual(await turnsOf('failed_check=any'), [0, 1]);
    assert.deepEqual(await turnsOf('failed_check=any&scenario=other'), []);
    assert.deepEqual(await turnsOf('failed_check=nothing-of-the-kind'), []);
  });

  it('include those of whole conversations, which link to the last interaction', async () => {
    const { run_id } = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      attempts: 2,
      test_batch: [
        {
          id: 'bank',
          interactions: INTERACTIONS.slice(0, 2),
          checks: [{ contains: 'blocked' }, { id: 'no-question', not_contains: '?' }],
        },
        { id: 'other', interactions: [{ user_message: 'thank you' }] },
      ],
    });
    const { body } = await ask(evals, `/runs/${run_id}/breakdown`);
    const { checks } = RunBreakdown.parse(body);
    assert.deepEqual(
      checks.find(({ name }) => name === 'no-question'),
      { name: 'no-question', optional: false, failed: 2, total: 2 },
    );
    for (const name of ['no-question', 'not_contains']) {
      const { body: found } = await ask(evals, `/runs/${run_id}/rows?failed_check=${name}`);
      assert.deepEqual(
        RunRowList.parse(found).rows.map(({ scenario, turn }) => [scenario, turn]),
        [[0, 1]],
      );
    }
  });

  it('link to their interactions by the expected and the given label', async () => {
    assert.deepEqual(await turnsOf('given=intent:block_card'), [0, 1]);
    assert.deepEqual(await turnsOf('label=intent:ask_fee&given=intent:block_card'), [1]);
    assert.deepEqual(await turnsOf('label=intent:BLOCK_CARD&given=intent:block_card'), [0]);
    assert.deepEqual(await turnsOf('given=intent:'), [2]);
    assert.deepEqual(await refusal(evals, `/runs/${runId}/rows?given=x`), [422, 'invalid_request']);
  });
});
