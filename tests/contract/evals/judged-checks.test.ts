import {
  InteractionView,
  Problem,
  type AttemptResult,
  type EvaluationResponse,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { ask, postJson, rescore, untilOver } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';

const [ASK, PROMISE] = [
  'Which card did you lose, the debit card?',
  'Your new card arrives on Friday morning.',
];

/** The endpoint repeats the user's messages, so that the messages are the replies. */
const CONVERSATION = {
  id: 'lost-card',
  interactions: [
    {
      user_message: ASK,
      checks: [
        'Asks which card',
        { max_words: 20 },
        { id: 'no-fee', never: 'Names a monthly price' },
      ],
    },
    { user_message: PROMISE, checks: [{ never: 'Promises that the card arrives on Friday' }] },
  ],
  checks: [
    { id: 'asks-first', text: 'Asks which debit card' },
    { never: 'Promises a delivery on Monday' },
    { contains: 'Friday' },
  ],
};

function firstAttempt(answer: EvaluationResponse): AttemptResult {
  const [attempt] = answer.results.scenarios[0]?.attempts ?? [];
  assert.ok(attempt);
  return attempt;
}

describe('judged checks', () => {
  let echo: Stub;
  let simulator: Service;
  let evals: Service;

  const startWith = (model: string): Promise<Service> =>
    startService('evals', {
      JUDGE_MODEL: model,
      JUDGE_BASE_URL: simulator.url,
      ENDPOINT_RETRIES: '0',
    });

  const request = (changes: object = {}): object => ({
    endpoint: `${echo.url}/v1`,
    history: 'none',
    test_batch: CONVERSATION,
    ...changes,
  });

  before(async () => {
    echo = await startEchoEndpoint();
    simulator = await startService('simulator');
    evals = await startWith('sim/judge');
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  it('judged checks on replies have a verdict, and a quote of the reply if something was found', async () => {
    const [first, second] = listTurns(await evaluate(evals, request()));
    const shown = [...(first?.checks ?? []), ...(second?.checks ?? [])].map(
      ({ passed, verdict, evidence }) => ({ passed, verdict, evidence }),
    );
    assert.deepEqual(shown, [
      { passed: true, verdict: 'met', evidence: [{ turn: 0, quote: ASK }] },
      { passed: true, verdict: undefined, evidence: undefined },
      { passed: true, verdict: 'met', evidence: [] },
      { passed: false, verdict: 'not_met', evidence: [{ turn: 1, quote: PROMISE }] },
    ]);
  });

  it('a conversation counts like one more turn in the means and in the pass of its attempt', async () => {
    const answer = await evaluate(evals, request());
    const { conversation, average_scores, passed } = firstAttempt(answer);
    assert.deepEqual(
      conversation?.checks.map((check) => check.passed),
      [true, true, true],
    );
    assert.deepEqual(conversation?.checks[0]?.evidence, [{ turn: 0, quote: ASK }]);
    assert.deepEqual(conversation?.scores, { checks: 1, 'checks.asks-first': 1, overall: 1 });
    // Two turns and the conversation: (1 + 0 + 1) / 3.
    assert.deepEqual([average_scores['checks'], passed], [0.6667, false]);
    const asked = (answer.grading ?? []).filter(({ kind }) => kind === 'checks');
    assert.deepEqual(
      asked.map(({ calls, failed }) => [calls, failed]),
      [[3, 0]],
    );
  });

  it('a suite without a single reference gets a verdict with the basis checks', async () => {
    const test_batch = [1, 2, 3].map((no) => ({
      id: `scenario-${no}`,
      interactions: [{ user_message: `${ASK} (${no})`, checks: ['Asks which card'] }],
      checks: [{ id: 'asks-first', text: 'Asks which debit card' }],
    }));
    const suite = request({ test_batch, attempts: 6 });
    const { run_id: baseline } = await evaluate(evals, suite);
    const gates = ['checks.asks-first >= 0.6', 'no regression beyond 0.4'];
    const answer = await evaluate(evals, { ...suite, baseline, gates });
    assert.equal(answer.headline.basis, 'checks', JSON.stringify(answer.headline));
    assert.equal(answer.gate?.verdict, 'pass', JSON.stringify(answer.gate));
    assert.equal(answer.comparison?.basis, 'checks');
  });

  it('a failed required check on the conversation fails the run, an optional one does not', async () => {
    const never = { never: 'Promises that the card arrives on Friday' };
    const scenario = (check: object): object => ({
      interactions: [{ user_message: PROMISE }],
      checks: [check],
    });
    const failed = await evaluate(evals, request({ test_batch: scenario(never) }));
    assert.deepEqual([failed.headline.result, failed.headline.exit_code], ['checks_failed', 1]);
    assert.match(JSON.stringify(failed.headline), /attempt 1, conversation/);
    const optional = await evaluate(
      evals,
      request({ test_batch: scenario({ ...never, optional: true }) }),
    );
    assert.equal(optional.headline.exit_code, 0);
    assert.equal(firstAttempt(optional).conversation?.checks[0]?.passed, false);
  });

  it('a check that does not apply neither fails nor counts', async () => {
    const checks = ['If the user wants a refund, offers the refund', 'Asks which card'];
    const test_batch = { interactions: [{ user_message: ASK, checks }] };
    const [turn] = listTurns(await evaluate(evals, request({ test_batch })));
    assert.deepEqual(
      turn?.checks.map(({ verdict }) => verdict),
      ['not_applicable', 'met'],
    );
    assert.deepEqual([turn?.scores['checks'], turn?.passed], [1, true]);
  });

  for (const model of [
    'sim/missing',
    'sim/judge-silent',
    'sim/judge-invents',
    'sim/judge-unsure',
  ]) {
    it(`the judge ${model} leaves checks undecided: no score, no failed run, inconclusive gates`, async () => {
      await using other = await startWith(model);
      const answer = await evaluate(
        other,
        request({ attempts: 2, gates: ['checks >= 0.5', 'pass_rate >= 0.5'] }),
      );
      for (const turn of listTurns(answer)) {
        assert.equal(turn.scores['checks'], null);
        assert.equal(turn.scores['overall'], null);
        assert.equal(turn.passed, null);
        assert.ok(turn.checks.every((check) => !('verdict' in check) || check.passed === null));
      }
      const { conversation, passed } = firstAttempt(answer);
      assert.deepEqual([conversation?.passed, passed], [null, null]);
      assert.deepEqual(
        answer.gate?.gates.map(({ verdict }) => verdict),
        ['inconclusive', 'inconclusive'],
      );
      assert.notEqual(answer.headline.exit_code, 1);
    });
  }

  it('a rescore with other checks asks the judge and not the endpoint', async () => {
    const answer = await evaluate(evals, request());
    const calls = echo.requests.length;
    const changed = {
      ...CONVERSATION,
      interactions: CONVERSATION.interactions.map(({ user_message }) => ({
        user_message,
        checks: [{ contains: 'card' }, { never: 'Names a Friday' }],
      })),
      checks: ['Asks which debit card'],
    };
    await rescore(evals, answer.run_id, { test_batch: changed });
    const { result: again } = await untilOver(evals, answer.run_id);
    assert.ok(again);
    assert.equal(echo.requests.length, calls);
    assert.deepEqual(
      listTurns(again).map(({ checks }) => checks.map(({ passed }) => passed)),
      [
        [true, true],
        [true, false],
      ],
    );
    const { conversation } = firstAttempt(again);
    assert.deepEqual(
      conversation?.checks.map(({ passed }) => passed),
      [true],
    );
    assert.equal(again.revision, 2);
  });

  it('a rescore refuses another message or number of scenarios, because the replies belong to the old ones', async () => {
    const { run_id } = await evaluate(evals, request());
    const [first, second] = CONVERSATION.interactions;
    const other = { ...CONVERSATION, interactions: [first, { ...second, user_message: 'Hi' }] };
    const told = await postJson(evals, `/runs/${run_id}/rescore`, { test_batch: other });
    const problem = Problem.parse(told.body);
    assert.deepEqual(
      [told.status, problem.errors?.[0]?.pointer],
      [422, '/test_batch/interactions/1/user_message'],
    );
    const { status } = await postJson(evals, `/runs/${run_id}/rescore`, {
      test_batch: [CONVERSATION, CONVERSATION],
    });
    assert.equal(status, 422);
  });

  it('checks in words are refused without a judge, with the way out', async () => {
    await using none = await startService('evals');
    const { status, body } = await postEvaluate(none, createRequest(request()));
    assert.equal(status, 422);
    assert.match(Problem.parse(body).detail ?? '', /need a judge: set JUDGE_MODEL/);
    const off = await postEvaluate(evals, createRequest(request({ judge: false })));
    assert.equal(off.status, 422);
  });

  it('one interaction shows the verdict of every judge and the result of its conversation', async () => {
    const { run_id } = await evaluate(evals, request());
    const { body } = await ask(evals, `/runs/${run_id}/turns/0/0/0`);
    const view = InteractionView.parse(body);
    const [judgement] = view.judgements ?? [];
    assert.equal(judgement?.kind, 'checks');
    assert.deepEqual(
      judgement.checks?.map(({ verdict }) => verdict),
      ['met', 'met'],
    );
    assert.equal(view.conversation?.checks.length, 3);
    const breakdown = await ask(evals, `/runs/${run_id}/breakdown`);
    const { checks } = breakdown.body as { checks: { name: string; failed: number }[] };
    assert.ok(checks.some(({ name }) => name === 'asks-first'));
  });

  it('a conversation with a failed request has no result, so that an outage is not a failed check', async () => {
    const test_batch = {
      interactions: [{ user_message: ASK }, { user_message: 'fail' }],
      checks: ['Asks which debit card'],
    };
    const answer = await evaluate(evals, request({ test_batch }));
    const { conversation } = firstAttempt(answer);
    assert.deepEqual([conversation?.passed, conversation?.scores['checks']], [null, null]);
  });

  it('json_schema on a conversation is refused, because it checks one reply', async () => {
    const test_batch = { interactions: [{ user_message: 'x' }], checks: [{ json_schema: {} }] };
    const { status, body } = await postEvaluate(evals, createRequest(request({ test_batch })));
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /move it to the checks of an interaction/);
  });
});
