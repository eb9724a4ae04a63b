import { AppError, ResponseRequest } from '@fairtrial/contracts';
import type { TextReceived } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentAnswer, AgentEvent } from '../../loop/agent-event.ts';
import { createResponse } from './to-response.ts';

const begun: AgentEvent = { type: 'round-begun', asked: 'a/m', model: 'm-1' };

function piece(text: string, fields?: Record<string, string>): TextReceived {
  return { type: 'text-received', text, fields, logprobs: null, model: null };
}

/** What the model said is in the pieces, so the last event only says how it ended. */
function finished(finish_reason = 'stop'): AgentEvent {
  const message = { tool_calls: [], fields: {} };
  const completion = { model: 'm-1', choices: [{ finish_reason, message }] };
  const prompt_tokens_details = { cached_tokens: 1, cache_write_tokens: 1 };
  const usage = {
    prompt_tokens: 2,
    completion_tokens: 3,
    total_tokens: 5,
    prompt_tokens_details,
  };
  const answer = { completion, spoken: completion, model: 'a/m', usage };
  return { type: 'agent-finished', answer: answer as unknown as AgentAnswer };
}

async function* emit(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
  yield* events;
}

interface Streamed {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: Built;
}

interface Built {
  readonly status: string;
  readonly incomplete_details: unknown;
  readonly usage: unknown;
  readonly output: readonly Readonly<Record<string, unknown>>[];
}

const request = ResponseRequest.parse({ model: 'a/m', input: 'Hi' });

async function build(...events: AgentEvent[]): Promise<{ whole: Built; streamed: Streamed[] }> {
  const { body } = await createResponse(request).whole(emit(events));
  const streamed: Streamed[] = [];
  for await (const { event, data } of createResponse(request).stream(emit(events), () => {})) {
    const sent = data as Streamed;
    assert.equal(sent.type, event);
    streamed.push(sent);
  }
  return { whole: body as Built, streamed };
}

const withoutIds = ({ output }: Built): readonly object[] =>
  output.map(({ id: _id, ...item }) => item);

const text = (value: string): object => ({
  type: 'output_text',
  text: value,
  annotations: [],
  logprobs: [],
});

describe('createResponse', () => {
  it('ends a stream with the response that is not streamed', async () => {
    const { whole, streamed } = await build(
      begun,
      piece('', { reasoning_content: 'Well' }),
      piece('One'),
      piece('\n\nTwo'),
      finished(),
    );
    const last = streamed.at(-1)?.response;
    assert.ok(last !== undefined);
    assert.deepEqual(withoutIds(last), withoutIds(whole));
    assert.deepEqual(withoutIds(whole), [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Well' }] },
      { type: 'message', role: 'assistant', status: 'completed', content: [text('One\n\nTwo')] },
    ]);
    assert.deepEqual(whole.usage, {
      input_tokens: 2,
      input_tokens_details: { cached_tokens: 1, cache_write_tokens: 1 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 5,
    });
  });

  it('sends every event as it was at its time', async () => {
    const { streamed } = await build(begun, piece('Hi'), finished());
    assert.deepEqual(streamed[0]?.response?.output, []);
  });

  it('continues one message after reasoning in between', async () => {
    const { whole } = await build(
      begun,
      piece('One'),
      piece('\n\nTwo', { reasoning: 'Well' }),
      finished(),
    );
    assert.deepEqual(
      whole.output.map(({ type }) => type),
      ['message', 'reasoning'],
    );
    assert.deepEqual(whole.output[0]?.['content'], [text('One\n\nTwo')]);
  });

  it('is incomplete if the limit of tokens or a filter ended it', async () => {
    for (const [finish_reason, reason] of [
      ['length', 'max_output_tokens'],
      ['content_filter', 'content_filter'],
    ] as const) {
      const { whole, streamed } = await build(begun, piece('Hi'), finished(finish_reason));
      assert.deepEqual([whole.status, whole.incomplete_details], ['incomplete', { reason }]);
      assert.equal(whole.output[0]?.['status'], 'incomplete');
      assert.equal(streamed.at(-1)?.type, 'response.incomplete');
    }
  });

  it('has a refusal as its own part, and an empty message if the model said nothing', async () => {
    const refused = await build(begun, piece('', { refusal: 'I cannot.' }), finished());
    assert.deepEqual(refused.whole.output[0]?.['content'], [
      { type: 'refusal', refusal: 'I cannot.' },
    ]);
    const empty = await build(begun, finished());
    assert.deepEqual(empty.whole.output[0]?.['content'], [text('')]);
  });

  it('reports a failure after its start as an error and a failed response, numbered on', async () => {
    const response = createResponse(request);
    const sent = [];
    for await (const event of response.stream(emit([begun, piece('Hi')]), () => {}))
      sent.push(event);
    const last = response.fail(new AppError('provider_error', 'cut off'));
    assert.deepEqual(
      last.map(({ event }) => event),
      ['error', 'response.failed'],
    );
    const [error, failed] = last.map(({ data }) => data as Streamed);
    assert.equal(error?.sequence_number, sent.length);
    assert.partialDeepStrictEqual(error, { error: { message: 'cut off', type: 'server_error' } });
    assert.partialDeepStrictEqual(failed?.response, {
      status: 'failed',
      error: { code: 'provider_error', message: 'cut off' },
    });
  });
});
