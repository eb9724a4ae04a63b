import type { EgressResponse } from '@assay/egress';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { ProviderError } from './chat-provider.ts';
import type { Completion } from './completion.ts';
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

it('an answer of a provider that is nested too deep to be walked is a bad answer, streamed or whole', async () => {
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

it('a choice with an error is a failure of the provider, with its status, streamed or whole', async () => {
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

/** The completion of a stream of these deltas. */
async function completionOf(deltas: readonly object[]): Promise<Completion> {
  const body = `${deltas.map(chunkOf).join('')}data: [DONE]\n\n`;
  for await (const event of readAnswer(answer('text/event-stream', body))) {
    if (event.type === 'completion-received') return event.completion;
  }
  throw new Error('there was no completion');
}

describe('a streamed answer', () => {
  it('that fails in the bytes of its last text is read up to there', async () => {
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

  it('has its content in parts where it was streamed so, texts of a kind together', async () => {
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

  it('has the name of a tool once, whether it comes at once, in pieces or with every piece', async () => {
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
