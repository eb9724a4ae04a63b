import {
  InteractionView,
  type EvaluationResponse,
  type ScenarioResult,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createRequest,
  evaluate,
  firstInteraction,
  postEvaluate,
} from '../../support/calls/evaluate.ts';
import { ask, rescore } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const VERIFY = { name: 'verify_identity', arguments: {} };
const BLOCK = { name: 'block_card', arguments: { card: '4471' } };

/** The calls that the endpoint reports for a message; `null`: it does not report calls. */
const CALLS: Readonly<Record<string, readonly object[] | null>> = {
  'Block my card': [VERIFY, { ...BLOCK, failed: true }],
  'Thank you': [],
  Hello: null,
  'Block it twice': Array.from({ length: 1001 }, () => BLOCK),
  'Block it with a long reason': [
    { name: 'block_card', arguments: { reason: 'x'.repeat(20_000), card: '4471' } },
  ],
};

function firstAttempt(answer: EvaluationResponse): ScenarioResult['attempts'][number] {
  const attempt = answer.results.scenarios[0]?.attempts[0];
  assert.ok(attempt);
  return attempt;
}

describe('tools checks', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
    endpoint = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { content: string }[] };
      const calls = CALLS[messages.at(-1)?.content ?? ''] ?? null;
      const message = calls === null ? {} : { tool_calls: calls };
      const said = { role: 'assistant', content: 'Done.', ...message };
      return sendJson(response, { choices: [{ message: said, finish_reason: 'stop' }] });
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  /** Plays one conversation; `checks` are those of the first reply, `whole` those of the conversation. */
  const play = (
    messages: readonly string[],
    { checks = [], whole = [], ...changes }: Readonly<Record<string, unknown>>,
  ): Promise<EvaluationResponse> =>
    evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      protocol: 'openai',
      test_batch: {
        id: 's',
        checks: whole,
        interactions: messages.map((user_message, at) => ({
          user_message,
          checks: at === 0 ? checks : [],
        })),
      },
      ...changes,
    });

  it('list the calls of a reply next to the expected ones', async () => {
    const other = { name: 'block_card', arguments: { card: '1' } };
    const answer = await play(['Block my card'], {
      checks: [
        { tools: ['verify_identity', BLOCK], order: 'exact' },
        { tools: [BLOCK, 'verify_identity'], order: 'in_order' },
        { tools: [other], forbidden: ['verify_identity'] },
      ],
    });
    const { checks, tool_calls } = firstInteraction(answer);
    const blocked = { ...BLOCK, failed: true };
    assert.deepEqual(tool_calls, [VERIFY, blocked]);
    assert.deepEqual(
      checks.map(({ passed, calls, calls_left_out }) => ({ passed, calls, calls_left_out })),
      [
        {
          passed: true,
          calls: [
            { expected: { name: 'verify_identity' }, made: VERIFY, mark: 'met' },
            { expected: BLOCK, made: blocked, mark: 'met' },
          ],
          calls_left_out: 0,
        },
        {
          passed: false,
          calls: [
            { expected: { name: 'verify_identity' }, made: VERIFY, mark: 'out_of_order' },
            { expected: BLOCK, made: blocked, mark: 'met' },
          ],
          calls_left_out: 0,
        },
        {
          passed: false,
          calls: [
            { expected: null, made: VERIFY, mark: 'forbidden' },
            { expected: other, made: blocked, mark: 'wrong_arguments' },
          ],
          calls_left_out: 0,
        },
      ],
    );
    assert.equal(
      checks[0]?.detail,
      `called: 'verify_identity {}', 'block_card {"card":"4471"}' (failed)`,
    );
  });

  it('of a conversation list the calls of all its turns, in the result, a single turn and the export', async () => {
    const whole = [{ tools: ['verify_identity', 'block_card', 'close'], order: 'in_order' }];
    const answer = await play(['Hello', 'Block my card', 'Thank you'], { whole });
    const { conversation } = firstAttempt(answer);
    const [check] = conversation?.checks ?? [];
    assert.deepEqual(
      check?.calls?.map(({ mark }) => mark),
      ['met', 'met', 'missing'],
    );
    assert.match(check?.detail ?? '', /^missing: 'close'; called: 'verify_identity \{\}'/);
    const { body } = await ask(evals, `/runs/${answer.run_id}/turns/0/0/0`);
    assert.deepEqual(InteractionView.parse(body).conversation, conversation);
    const exported = await fetch(`${evals.url}/runs/${answer.run_id}/export?format=jsonl`);
    const lines = (await exported.text()).trim().split('\n');
    assert.equal(lines.length, 3);
    const shown = lines.map((line) => InteractionView.parse(JSON.parse(line)).conversation);
    assert.deepEqual(shown[2], conversation);
    const { calls: _calls, calls_left_out: _leftOut, ...short } = check ?? {};
    for (const early of shown.slice(0, 2)) {
      assert.deepEqual(early, { ...conversation, checks: [short] }, 'only the last line has calls');
    }
  });

  it('decide nothing if it depends on calls or arguments that are not stored, also in a rescore', async () => {
    const detail =
      'the endpoint reported more or longer calls than are stored, so this check cannot be decided';
    for (const [message, check, stored] of [
      ['Block it twice', { tools: ['block_card'], forbidden: ['close'] }, 1000],
      ['Block it with a long reason', { tools: [BLOCK] }, 1],
    ] as const) {
      const checks = [{ tools: ['block_card'] }, check];
      const answer = await play([message], { checks, whole: checks });
      const test_batch = {
        id: 's',
        checks,
        interactions: [{ user_message: message, checks: [...checks, { max_words: 9 }] }],
      };
      const { result: rescored } = await rescore(evals, answer.run_id, { test_batch });
      assert.ok(rescored);
      for (const result of [answer, rescored]) {
        const { checks: ofReply, tool_calls } = firstInteraction(result);
        assert.equal(tool_calls?.length, stored);
        for (const [first, second] of [ofReply, firstAttempt(result).conversation?.checks ?? []]) {
          assert.equal(first?.passed, true);
          assert.deepEqual([second?.passed, second?.detail], [null, detail]);
        }
        assert.equal(result.headline.result, 'calls_not_reported');
        assert.match(
          result.headline.why,
          /^2 of 4 .* more or longer tool calls than are stored\.$/,
        );
      }
    }
  });

  it('decide nothing if the endpoint does not report calls: the run is inconclusive, not failed', async () => {
    const checks = [{ tools: ['block_card'] }, { tools: [], max_calls: 0 }];
    const answer = await play(['Hello'], { checks, whole: checks });
    const { conversation, passed } = firstAttempt(answer);
    for (const check of [...firstInteraction(answer).checks, ...(conversation?.checks ?? [])]) {
      assert.deepEqual(
        [check.passed, check.detail, check.calls],
        [null, 'the endpoint does not report tool calls', undefined],
      );
    }
    assert.deepEqual([firstInteraction(answer).scores['checks'], passed], [null, null]);
    const { result, status, exit_code, title } = answer.headline;
    assert.deepEqual([result, status, exit_code], ['calls_not_reported', 'inconclusive', 3]);
    assert.equal(title, '4 of 4 required tools checks could not be decided');
    const gated = await play(['Hello'], { checks, attempts: 2, gates: ['checks >= 0.5'] });
    assert.equal(gated.gate?.verdict, 'inconclusive');
    assert.equal(gated.headline.result, 'gates_inconclusive');
    const optional = checks.map((check) => ({ ...check, optional: true }));
    assert.equal((await play(['Hello'], { checks: optional })).headline.status, 'pass');
  });

  it('fail a reply without a call if the response has an empty list, or the request offers tools', async () => {
    const checks = [{ tools: ['block_card'] }];
    const tools = [{ type: 'function', function: { name: 'block_card' } }];
    for (const answer of [
      await play(['Thank you'], { checks }),
      await play(['Hello'], { checks, parameters: { tools } }),
      await play(['Hello'], { checks, parameters: { functions: [{ name: 'block_card' }] } }),
    ]) {
      const { checks: results, tool_calls } = firstInteraction(answer);
      assert.deepEqual(tool_calls, []);
      assert.deepEqual(results[0]?.calls, [
        { expected: { name: 'block_card' }, made: null, mark: 'missing' },
      ]);
      assert.equal(answer.headline.result, 'checks_failed');
    }
  });

  it('fail a reply of the agent backend without a call, because it always reports its calls', async () => {
    await using hub = await startStub((_request, response) =>
      sendJson(response, chatCompletion('Done.')),
    );
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    const answer = await play(['Hello'], {
      endpoint: agent.url,
      protocol: 'agent',
      model_id: 'any/model',
      checks: [{ tools: ['current_time'] }],
    });
    const { checks, tool_calls } = firstInteraction(answer);
    assert.deepEqual([tool_calls, checks[0]?.passed], [[], false]);
  });

  it('with another order can be rescored without calling the endpoint', async () => {
    const interaction = { user_message: 'Block my card' };
    const tools = ['block_card', 'verify_identity'];
    const answer = await play(['Block my card'], { checks: [{ tools }] });
    assert.equal(firstInteraction(answer).checks[0]?.passed, true);
    const asked = endpoint.requests.length;
    const checks = [{ tools, order: 'in_order' }];
    const { result } = await rescore(evals, answer.run_id, {
      test_batch: { id: 's', interactions: [{ ...interaction, checks }] },
    });
    assert.ok(result);
    const [check] = firstInteraction(result).checks;
    assert.deepEqual([check?.passed, check?.calls?.[0]?.mark], [false, 'out_of_order']);
    assert.match(check?.detail ?? '', /^out of order: 'verify_identity'; called: /);
    assert.equal(endpoint.requests.length, asked);
  });

  it('are refused if a tool is both expected and forbidden', async () => {
    const checks = [{ tools: ['a'], forbidden: ['a'] }];
    const test_batch = { interactions: [{ user_message: 'Hello', checks }] };
    const { status, body } = await postEvaluate(evals, createRequest({ test_batch }));
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /must not list a tool that \\"tools\\" expects/);
  });
});
