import { type EvaluationResponse, InteractionView, Problem } from '@fairtrial/contracts';
import { PROBE_ITEMS } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import {
  promptBlock,
  cardScenario,
  gradingPrompts,
  REFERENCE,
  startJudge,
  startEchoEndpoint,
} from '../../support/data/judged-runs.ts';
import { ask } from '../../support/calls/run-api.ts';
import { startService } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';
import {
  startStubModel,
  type ReceivedPrompt,
  type StubAnswer,
} from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

const SECRET = 'sk-judge-0123456789';

describe('a judge in a run', () => {
  let echo: Stub;
  before(async () => {
    echo = await startEchoEndpoint();
  });
  after(() => echo[Symbol.asyncDispose]());

  async function open(
    answer: (prompt: ReceivedPrompt, reply: string) => StubAnswer,
    env: Readonly<Record<string, string>> = {},
  ) {
    const judge = await startJudge(answer);
    const evals = await startService('evals', {
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
      JUDGE_API_KEY: SECRET,
      ...env,
    });
    const run = (test_batch: object, changes: object = {}): Promise<EvaluationResponse> =>
      evaluate(evals, { endpoint: `${echo.url}/v1`, history: 'none', test_batch, ...changes });
    return {
      judge,
      evals,
      run,
      async [Symbol.asyncDispose]() {
        await evals[Symbol.asyncDispose]();
        await judge[Symbol.asyncDispose]();
      },
    };
  }

  it('decides the score of a reply, without caps, and gives a reason', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'F', 'It promises more.'));
    const answer = await setup.run(cardScenario('Your card ending 9999 is not blocked as of now.'));
    const [turn] = listTurns(answer);
    assert.ok(turn);
    const { judge, reply, overall, key_facts } = turn.scores;
    assert.deepEqual([judge, reply, overall, key_facts], [0.3, 0.3, 0.3, 0]);
    assert.deepEqual(
      turn.flags,
      ['conflict'],
      'the conflict is flagged but does not cap a judged score',
    );
    const { body } = await ask(setup.evals, `/runs/${answer.run_id}/turns/0/0/0`);
    const { score_explanation: explained } = InteractionView.parse(body);
    assert.deepEqual(explained?.reply, { metrics: { judge: 0.3 }, unlimited: 0.3, limits: [] });
    assert.equal(explained?.waiting_for_models, false);
    const model = 'stub/judge';
    assert.deepEqual(turn.score_details['judge'], {
      outcome: 'judged',
      choice: 'F',
      rationale: 'It promises more.',
      mapping: { A: 0.5, B: 1, C: 1, D: 0, E: 1, F: 0.3 },
      disagreement: 0,
      judges: [{ model, outcome: 'judged', choice: 'F', score: 0.3, spread: 0, samples: ['F'] }],
    });
    assert.equal(answer.stats['judge']?.coverage, 1);
    assert.ok(!('revision' in answer));
  });

  it('is accounted for separately from the model under test', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'C'));
    const answer = await setup.run(cardScenario(REFERENCE, REFERENCE));
    assert.deepEqual(answer.usage, { input_tokens: 0, output_tokens: 0, total_tokens: 0 });
    const counts = (calls: number): object => ({
      calls,
      failed: 0,
      usage: { input_tokens: 11 * calls, output_tokens: 5 * calls, total_tokens: 16 * calls },
    });
    assert.deepEqual(answer.grading, [
      { kind: 'judge', model: 'stub/judge', ...counts(2) },
      { kind: 'probe', model: 'stub/judge', ...counts(PROBE_ITEMS.length) },
    ]);
  });

  it('scores neither a failed request nor a turn it could not judge; the bounds cover the missing scores', async () => {
    await using setup = await open((prompt, reply) =>
      reply === 'mumble' ? 'I would rather not say.' : verdictFor(prompt, 'C'),
    );
    const gates = ['overall >= 0.1', 'judge >= 0.1'];
    const answer = await setup.run(cardScenario(REFERENCE, 'mumble', 'fail', REFERENCE), {
      gates,
      attempts: 2,
    });
    const [, mumbled, failed] = listTurns(answer);
    assert.ok(mumbled && failed);
    const { judge, reply, overall, token_f1 } = mumbled.scores;
    assert.deepEqual([judge, reply, overall, token_f1], [null, null, null, 0]);
    assert.deepEqual([mumbled.outcome, mumbled.flags], ['answered', ['omission', 'judge_failed']]);
    assert.match(JSON.stringify(mumbled.score_details['judge']), /"kind":"unreadable"/);
    assert.deepEqual([failed.outcome, failed.scores['judge']], ['endpoint_failed', null]);
    const { judge: stats } = answer.stats;
    assert.deepEqual([stats?.mean, stats?.coverage, stats?.bounds], [1, 0.5, [0.5, 1]]);
    assert.equal(answer.gate?.verdict, 'inconclusive');
    assert.ok(
      answer.warnings.some((warning) => warning.startsWith('2 of 8 turns have no verdict')),
    );
  });

  it('is called three times if requested, and twice more if the answers differ', async () => {
    await using setup = await open((prompt, reply) => {
      const isOdd = reply === 'split' && gradingPrompts(setup.judge).length % 2 === 0;
      return verdictFor(prompt, isOdd ? 'D' : 'C');
    });
    const changes = { judge: { samples: 3 }, concurrency: 1 };
    const answer = await setup.run(cardScenario('split'), changes);
    const [turn] = listTurns(answer);
    const questions = gradingPrompts(setup.judge);
    assert.equal(questions.length, 5);
    assert.ok(questions.every(({ body }) => body['temperature'] === 0.7));
    assert.equal(turn?.scores['judge'], 1);
    const { body } = await ask(setup.evals, `/runs/${answer.run_id}/turns/0/0/0`);
    const { judgements = [] } = InteractionView.parse(body);
    assert.deepEqual(
      judgements.map(({ kind, sample, outcome }) => [kind, sample, outcome]),
      [0, 1, 2, 3, 4].map((sample) => ['judge', sample, 'judged']),
    );
    assert.equal(judgements.filter(({ choice }) => choice === 'C').length, 3);
    assert.ok(judgements.every(({ rationale, usage }) => rationale !== null && usage !== null));
  });

  it('may be a panel: the details list each judge, and there is no score if one fails', async () => {
    const judges = { JUDGE_MODEL: 'stub/kind, stub/strict' };
    await using setup = await open((prompt, reply) => {
      if (prompt.body['model'] === 'stub/kind') return verdictFor(prompt, 'C');
      return reply === 'fails' ? { status: 403, says: 'no' } : verdictFor(prompt, 'A');
    }, judges);
    const [turn, other] = listTurns(await setup.run(cardScenario('Hello', 'fails')));
    assert.deepEqual([turn?.scores['judge'], turn?.flags], [0.75, ['omission', 'judges_disagree']]);
    assert.ok(turn);
    const { disagreement, judges: each } = turn.score_details['judge'] as {
      disagreement: number;
      judges: { model: string; score: number }[];
    };
    assert.deepEqual([disagreement, ...each.map(({ score }) => score)], [0.5, 1, 0.5]);
    assert.deepEqual([other?.scores['judge'], other?.flags], [null, ['omission', 'judge_failed']]);
    assert.match(JSON.stringify(other?.score_details), /"failed_judges":\["stub\/strict"\]/);
  });

  it('gets the instructions of the request', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'C'));
    await setup.run(cardScenario('one'), { judge: { instructions: 'The date matters.' } });
    const [prompt] = gradingPrompts(setup.judge);
    assert.equal(prompt && promptBlock(prompt, 'instructions'), 'The date matters.');
  });

  it('gets the same conversation history as the endpoint', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'C'));
    const changes = { history: 'live', system_prompt: 'Be brief.' };
    await setup.run(cardScenario('Hello', 'Bye'), changes);
    const second = gradingPrompts(setup.judge).find(
      (prompt) => promptBlock(prompt, 'message') === 'Bye',
    );
    assert.ok(second);
    assert.equal(promptBlock(second, 'earlier-user'), 'Hello');
    assert.equal(promptBlock(second, 'earlier-assistant'), 'Hello');
    assert.equal(promptBlock(second, 'earlier-system'), 'Be brief.');
  });

  it('that follows instructions in a wrong reply is reported as untrusted', async () => {
    await using judge = await startStubModel((prompt) => verdictFor(prompt, 'C'));
    await using setup = await open((prompt) => verdictFor(prompt, 'C'), {
      JUDGE_BASE_URL: judge.url,
    });
    const { warnings } = await setup.run(cardScenario('x'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^judge_untrusted: stub\/judge .*did as a wrong reply told/);
  });

  it('does not judge replies of its own model, unless the request allows it', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'C'));
    const post = (changes: object) =>
      postEvaluate(
        setup.evals,
        createRequest({ endpoint: `${echo.url}/v1`, test_batch: cardScenario('x'), ...changes }),
      );
    for (const model_id of ['stub/judge', 'STUB/Judge', 'judge']) {
      const { status, body } = await post({ model_id });
      const problem = Problem.parse(body);
      assert.deepEqual([status, problem.errors?.[0]?.pointer], [422, '/judge'], model_id);
      assert.match(problem.detail ?? '', /would judge its own replies/);
    }
    assert.equal(setup.judge.prompts.length, 0);
    const allowed = { model_id: 'stub/judge', judge: { allow_self_judge: true } };
    assert.equal((await post(allowed)).status, 200);
    assert.equal((await post({ model_id: 'stub/judge', judge: false })).status, 200);
  });

  it('is not called if it is switched off, or there is nothing to compare with', async () => {
    await using setup = await open((prompt) => verdictFor(prompt, 'C'));
    const [turn] = listTurns(await setup.run(cardScenario(REFERENCE), { judge: false }));
    assert.deepEqual([turn?.scores['reply'], 'judge' in (turn?.scores ?? {})], [1, false]);
    await setup.run(cardScenario('x'), { scorers: ['token_f1', 'metadata'] });
    assert.equal(setup.judge.prompts.length, 0);
    const bare = await setup.run({ interactions: [{ user_message: 'Hello' }] });
    assert.deepEqual(listTurns(bare)[0]?.scores, { answered: 1 });
    assert.equal(gradingPrompts(setup.judge).length, 0);
  });

  it('gets its own key, which no other service receives', async () => {
    await using setup = await open(({ headers }) => String(headers['authorization']));
    const answer = await setup.run(cardScenario('x'));
    const [prompt] = gradingPrompts(setup.judge);
    assert.equal(prompt?.headers['authorization'], `Bearer ${SECRET}`);
    const { body } = await ask(setup.evals, `/runs/${answer.run_id}/turns/0/0/0`);
    assert.ok(!JSON.stringify([answer, body]).includes(SECRET));
    assert.ok(!setup.evals.output().includes(SECRET));
    assert.ok(!JSON.stringify(echo.requests.at(-1)?.headers).includes(SECRET));
  });

  it('cannot be requested if it is not configured', async () => {
    await using evals = await startService('evals');
    for (const changes of [
      { judge: {} },
      { scorers: ['judge'] },
      { scorers: ['semantic_similarity'] },
    ]) {
      const { status, body } = await postEvaluate(evals, createRequest(changes));
      assert.equal(status, 422);
      assert.match(Problem.parse(body).detail ?? '', /set (JUDGE|EMBEDDINGS)_MODEL/);
    }
    const refused = await postEvaluate(evals, createRequest({ judge: { samples: 2 } }));
    assert.equal(refused.status, 422);
    assert.equal((await postEvaluate(evals, createRequest({ judge: false }))).status, 200);
  });
});
