import type { EgressResponse } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { ProviderError } from '../completions/chat-provider.ts';
import type { Completion } from '../completions/completion.ts';
import { readAnswer } from './read-answer.ts';

function answer(type: string, body: string): EgressResponse {
  return {
    status: 200,
    headers: { 'content-type': type },
    text: () => Promise.resolve(body),
    body: Readable.from([Buffer.from(body)]),
    discard: () => undefined,
  };
}

async function readAll(response: EgressResponse): Promise<void> {
  for await (const event of readAnswer(response)) assert.ok(event);
}

it('a provider response that is nested too deep is rejected, streamed or not', async () => {
  const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
  const message = { role: 'assistant', content: 'Hi' };
  const choice = JSON.stringify({ index: 0, message, delta: message, logprobs: { a: 'DEEP' } });
  const body = `{"choices":[${choice.replace('"DEEP"', deep)}]}`;
  const answers = [
    answer('application/json', body),
    answer('text/event-stream', `data: ${body}\n\ndata: [DONE]\n\n`),
  ];
  for (const response of answers) {
    await assert.rejects(readAll(response), /nested too deep/);
  }
});

it('an error in a choice is a ProviderError with its status, streamed or not', async () => {
  const message = { role: 'assistant', content: '' };
  const error = { code: 502, message: 'the model is down' };
  const body = JSON.stringify({ choices: [{ message, delta: message, error }] });
  for (const response of [
    answer('application/json', body),
    answer('text/event-stream', `data: ${body}\n\ndata: [DONE]\n\n`),
  ]) {
    await assert.rejects(
      readAll(response),
      (thrown) => thrown instanceof ProviderError && thrown.failure.status === 502,
    );
  }
});

const chunkOf = (delta: object): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

/** Returns the completion of a stream of these deltas. */
async function completionOf(deltas: readonly object[]): Promise<Completion> {
  const body = `${deltas.map(chunkOf).join('')}data: [DONE]\n\n`;
  for await (const event of readAnswer(answer('text/event-stream', body))) {
    if (event.type === 'completion-received') return event.completion;
  }
  throw new Error('there was no completion');
}

describe('a streamed provider response', () => {
  it('a stream yields the texts before an error in the same bytes', async () => {
    const error = `data: ${JSON.stringify({ error: { code: 429, message: 'slow down' } })}\n\n`;
    const body = chunkOf({ content: 'He' }) + chunkOf({ content: 'llo' }) + error;
    const texts: string[] = [];
    await assert.rejects(
      async () => {
        for await (const event of readAnswer(answer('text/event-stream', body))) {
          if (event.type === 'text-received') texts.push(event.text);
        }
      },
      (thrown) => thrown instanceof ProviderError && thrown.failure.kind === 'rate_limit',
    );
    assert.deepEqual(texts, ['He', 'llo']);
  });

  it('streamed content parts are joined by type', async () => {
    const thinking = (text: string): object => ({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }],
    });
    const deltas = [
      thinking('Let me '),
      thinking('think.'),
      { content: 'It ' },
      { content: 'is.' },
    ];
    const { message } = (await completionOf(deltas)).choices[0];
    assert.deepEqual(message.wire['content'], [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Let me think.' }] },
      { type: 'text', text: 'It is.' },
    ]);
    assert.equal(message.content, 'It is.');
  });

  it('a streamed tool name is joined correctly if it is sent once, in pieces or repeatedly', async () => {
    const named = (name: string, args: string): object => ({
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: args } }],
    });
    for (const names of [
      ['look', ''],
      ['lo', 'ok'],
      ['look', 'look'],
    ]) {
      const deltas = names.map((name, at) => named(name, ['{"a":', '1}'][at] ?? ''));
      const [call] = (await completionOf(deltas)).choices[0].message.tool_calls;
      assert.deepEqual([call?.id, call?.name, call?.arguments], ['c1', 'look', '{"a":1}']);
    }
  });
});
