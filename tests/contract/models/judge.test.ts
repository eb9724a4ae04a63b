import { bindCredentials, noCredentials } from '@fairtrial/egress';
import { createCompleter, createChatProvider } from '@fairtrial/models';
import { createJudge } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  openModelAccess,
  startStubModel,
  type ReceivedPrompt,
  type StubAnswer,
} from '../../support/stubs/start-stub-model.ts';
import { QUESTION, stubJudge, verdictFor } from '../../support/stubs/stub-judge.ts';

const { signal } = new AbortController();

/** Answers in the requested output mode. */
function obliging(prompt: ReceivedPrompt): StubAnswer {
  if (prompt.outputMode === 'json_schema') return verdictFor(prompt);
  if (prompt.outputMode === 'tool_call') return { calls: [['verdict', verdictFor(prompt)]] };
  return `The dates differ.\n\n**${prompt.caseId}: D**\n`;
}

describe('a judge', () => {
  const reach = openModelAccess();
  after(() => reach[Symbol.asyncDispose]());

  const { judge: judgeWith, failure: failureOf } = stubJudge(reach);

  it('is called with a schema first, reason before choice, and the texts in separate blocks', async () => {
    const { last, prompts } = await judgeWith(obliging);
    assert.ok(last.state === 'judged');
    const { latencyMs, ...told } = last;
    assert.ok(latencyMs >= 0);
    assert.deepEqual(told, {
      state: 'judged',
      choice: 'D',
      score: 0,
      mapping: { A: 0.5, B: 1, C: 1, D: 0, E: 1, F: 0.3 },
      reason: 'Another date.',
      model: 'm/1',
      outputMode: 'json_schema',
      answers: 1,
      usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 },
    });
    const [prompt] = prompts;
    assert.ok(prompt);
    const { nonce, body } = prompt;
    const block = (name: string, text: string): string =>
      `<${name}-${nonce}>\n${text}\n</${name}-${nonce}>`;
    assert.equal(
      prompt.user,
      [
        block('earlier-user', 'Hello'),
        block('earlier-assistant', 'Hi'),
        block('message', 'When does it ship?'),
        block('instructions', 'The date matters.'),
        block('reference', 'On May 6.'),
        block('reply', 'On May 5.'),
      ].join('\n'),
    );
    assert.match(JSON.stringify(body), /"required":\["case_id","reason","choice"\]/);
    assert.deepEqual([body['model'], body['temperature'], 'tools' in body], ['m/1', 0, false]);
  });

  it('gets a new marker, case id and secret word in every call', async () => {
    const { prompts } = await judgeWith(obliging, { times: 3 });
    const drawn = prompts.flatMap(({ nonce, caseId, canary }) => [nonce, caseId, canary]);
    assert.equal(new Set(drawn).size, 9);
    assert.ok(drawn.every((one) => /^[0-9a-f]{16}$/.test(one)));
  });

  it('that refuses a schema gets a tool to call, in this and all later calls', async () => {
    const { last, prompts } = await judgeWith(
      (prompt) =>
        prompt.outputMode === 'json_schema'
          ? { status: 400, says: "'response_format' of type 'json_schema' is not supported" }
          : obliging(prompt),
      { times: 2 },
    );
    assert.ok(last.state === 'judged');
    assert.deepEqual([last.choice, last.outputMode, last.answers], ['D', 'tool_call', 1]);
    assert.deepEqual(
      prompts.map(({ outputMode }) => outputMode),
      ['json_schema', 'tool_call', 'tool_call'],
    );
    assert.deepEqual(prompts[1]?.body['tool_choice'], {
      type: 'function',
      function: { name: 'verdict' },
    });
  });

  it('that refuses both a schema and a tool answers with a line for its case', async () => {
    const { last, prompts } = await judgeWith(
      (prompt) =>
        prompt.outputMode === 'last_line'
          ? obliging(prompt)
          : { status: 422, says: 'unknown fields: response_format, tools' },
      { times: 2 },
    );
    assert.ok(last.state === 'judged');
    assert.deepEqual([last.choice, last.outputMode], ['D', 'last_line']);
    assert.equal(last.reason, 'The dates differ.');
    assert.deepEqual(
      prompts.map(({ outputMode }) => outputMode),
      ['json_schema', 'tool_call', 'last_line', 'last_line'],
    );
  });

  it('that accepts no temperature is called without one', async () => {
    const { last, prompts } = await judgeWith(
      (prompt) =>
        'temperature' in prompt.body
          ? { status: 400, says: "Unsupported value: 'temperature' does not support 0" }
          : obliging(prompt),
      { times: 2 },
    );
    assert.ok(last.state === 'judged');
    assert.deepEqual([last.outputMode, prompts.length], ['json_schema', 3]);
  });

  it('that refuses for another reason gets no other output mode', async () => {
    const tooLong = { status: 400, says: 'maximum context length is 8192 tokens' };
    assert.deepEqual(await failureOf(() => tooLong), ['http', 1]);
    assert.deepEqual(await failureOf(() => ({ status: 401, says: 'no json for you' })), [
      'auth',
      1,
    ]);
  });

  it('with an unreadable answer is called exactly once more, without that answer', async () => {
    const { last, prompts } = await judgeWith((prompt) =>
      prompt.before === 0 ? 'BAD WORDS say C' : verdictFor(prompt, 'B'),
    );
    assert.ok(last.state === 'judged');
    assert.deepEqual([last.choice, last.score, last.answers], ['B', 1, 2]);
    assert.deepEqual(last.usage, { input_tokens: 22, output_tokens: 10, total_tokens: 32 });
    assert.equal(prompts.length, 2);
    assert.match(
      prompts[1]?.system ?? '',
      /An earlier answer could not be used: it is not one JSON/,
    );
    assert.ok(!JSON.stringify(prompts[1]?.body).includes('BAD WORDS'));
    assert.notEqual(prompts[0]?.nonce, prompts[1]?.nonce);
  });

  it('that times out, is unreachable, is rate-limited or never ends fails with that kind', async () => {
    const late = await judgeWith(() => () => undefined, { deadlineMs: 100 });
    assert.ok(late.last.state === 'judge_failed');
    assert.equal(late.last.failure.kind, 'timeout');
    assert.deepEqual([late.last.answers, late.last.usage], [0, undefined]);
    const endless = (response: { write(text: string): unknown }): void => {
      for (let n = 0; n < 10; n += 1) response.write(' '.repeat(1024 * 1024));
    };
    assert.deepEqual(await failureOf(() => endless), ['bad_response', 1]);
    assert.deepEqual(await failureOf(() => ({ status: 403, says: 'no' })), ['auth', 1]);
    const judge = createJudge({ complete: reach.completeAt('http://127.0.0.1:1'), model: 'm' });
    const away = await judge(QUESTION, signal);
    assert.ok(away.state === 'judge_failed');
    assert.equal(away.failure.kind, 'connect');
  });

  it('has one deadline for all its calls, and a huge reason is truncated', async () => {
    await using stub = await startStubModel(() => () => undefined);
    const complete = reach.completeAt(stub.url);
    const hurried = await createJudge({ complete, model: 'm', deadlineMs: 50 })(QUESTION, signal);
    assert.ok(hurried.state === 'judge_failed');
    assert.equal(hurried.failure.kind, 'timeout');
    const { last } = await judgeWith((prompt) => verdictFor(prompt, 'C', 'ab\0'.repeat(500_000)));
    assert.ok(last.state === 'judged');
    assert.equal(last.reason.length, 4001);
    assert.ok(!last.reason.includes('\0'));
  });

  it('is not called with texts that are too long, and stops when it is aborted', async () => {
    await using stub = await startStubModel(() => () => undefined);
    const judge = createJudge({
      complete: reach.completeAt(stub.url),
      model: 'm',
      maxCharacters: 100,
    });
    const long = await judge({ ...QUESTION, reply: 'x'.repeat(200) }, signal);
    assert.ok(long.state === 'judge_failed');
    assert.deepEqual([long.failure.kind, stub.prompts.length], ['too_long', 0]);
    const stop = new AbortController();
    const stopped = judge(QUESTION, stop.signal);
    stop.abort(new Error('that will do'));
    await assert.rejects(stopped, /that will do/);
    await assert.rejects(judge(QUESTION, stop.signal), /that will do/);
  });

  it('is retried after transient errors, and gets its own secret, which is never returned', async () => {
    await using stub = await startStubModel((prompt) => {
      if (prompt.before === 0) return { status: 503, says: 'busy' };
      return verdictFor(prompt, 'C', String(prompt.headers['authorization']));
    });
    const credentials = bindCredentials([
      { url: stub.url, header: 'authorization', secret: 'sk-judge' },
    ]);
    const { egress } = reach;
    const provider = createChatProvider({
      egress,
      credentials,
      baseUrl: stub.url,
      deadlineMs: 5000,
      retries: 1,
    });
    const judgement = await createJudge({ complete: createCompleter(provider), model: 'm' })(
      QUESTION,
      signal,
    );
    assert.ok(judgement.state === 'judged');
    assert.deepEqual([judgement.choice, stub.prompts.length], ['C', 2]);
    assert.equal(stub.prompts[1]?.headers['authorization'], 'Bearer sk-judge');
    assert.ok(!judgement.reason.includes('sk-judge'));
  });

  it('is not retried beyond the maximum pause of its provider', async () => {
    await using stub = await startStubModel(() => ({ status: 503, says: 'busy' }));
    const provider = createChatProvider({
      egress: reach.egress,
      credentials: noCredentials,
      baseUrl: stub.url,
      deadlineMs: 5000,
      retries: 5,
      maxPauseMs: 0,
    });
    const judgement = await createJudge({ complete: createCompleter(provider), model: 'm' })(
      QUESTION,
      signal,
    );
    assert.ok(judgement.state === 'judge_failed');
    assert.deepEqual([judgement.failure.kind, stub.prompts.length], ['http', 1]);
  });
});
