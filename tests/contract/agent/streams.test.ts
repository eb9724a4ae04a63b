import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startService, type Service } from '../../support/services/start-service.ts';
import { streamChat, type StreamedEvent } from '../../support/calls/stream-chat.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'c',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

function sendChunks(response: ServerResponse, chunks: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const data of chunks) response.write(`data: ${JSON.stringify(data)}\n\n`);
  response.end('data: [DONE]\n\n');
}

describe('a stream from a provider', () => {
  let provider: Stub;
  let agent: Service;

  before(async () => {
    provider = await startStub((request, response) => {
      const { model } = request.body as { model: string };
      if (model === 'quirk/no-role') {
        sendChunks(response, [
          chunk({ content: 'He' }),
          chunk({ content: 'llo' }),
          chunk({}, 'stop'),
        ]);
      } else if (model === 'quirk/refusal') {
        sendChunks(response, [
          chunk({ role: 'assistant', content: '', refusal: 'I ' }),
          chunk({ refusal: 'cannot.' }),
          chunk({}, 'stop'),
        ]);
      } else if (model === 'quirk/error') {
        sendChunks(response, [
          chunk({ role: 'assistant', content: 'He' }),
          { error: { message: 'no' } },
        ]);
      } else if (model === 'quirk/cut') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(chunk({ content: 'He' }))}\n\n`);
      } else if (model === 'quirk/open') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(
          `data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n\ndata: [DONE]\n\n`,
        );
      } else if (model === 'quirk/calls') {
        const piece = (index: number | undefined, id: string, args: string): object =>
          chunk({ tool_calls: [{ index, id, function: { name: id, arguments: args } }] });
        sendChunks(response, [
          piece(60_000_000, 'far', '{}'),
          piece(undefined, 'first', '{"a":'),
          chunk({ tool_calls: [{ function: { arguments: '1}' } }] }),
          piece(undefined, 'second', '{}'),
          chunk({}, 'tool_calls'),
        ]);
      } else if (model === 'quirk/page') response.end('<html></html>');
      else if (model === 'quirk/whole') sendJson(response, chatCompletion('whole'));
      else response.writeHead(429).end('{"error": {"message": "slow down"}}');
    });
    agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** Returns the events after the status event. */
  async function stream(modelId: string): Promise<readonly StreamedEvent[]> {
    return (await streamChat(agent, modelId)).events.slice(1);
  }

  it('is forwarded even if it never names a role', async () => {
    const events = await stream('quirk/no-role');
    assert.equal(events.map((event) => event.content ?? '').join(''), 'Hello');
    assert.equal(events.at(-1)?.message?.content, 'Hello');
  });

  it('keeps a refusal that arrives in chunks', async () => {
    const events = await stream('quirk/refusal');
    assert.deepEqual(events.at(-1)?.message?.additional_kwargs, { refusal: 'I cannot.' });
  });

  it('is forwarded if the provider sends a whole answer instead', async () => {
    const events = await stream('quirk/whole');
    assert.deepEqual(
      events.map((event) => event.content ?? event.message?.content),
      ['whole', 'whole'],
    );
  });

  it('ends at [DONE], even if the connection stays open', async () => {
    assert.equal((await stream('quirk/open')).at(-1)?.message?.content, 'Hello');
  });

  it('keeps its tool calls apart, however they are numbered', async () => {
    const message = (await stream('quirk/calls')).at(-1)?.message as unknown as {
      tool_calls: { name: string; args: unknown }[];
    };
    assert.deepEqual(
      message.tool_calls.map(({ name, args }) => [name, args]),
      [
        ['far', {}],
        ['first', { a: 1 }],
        ['second', {}],
      ],
    );
  });

  it('is reported as a failure of the provider for every kind of failure', async () => {
    for (const [modelId, code] of [
      ['quirk/error', 'provider_error'],
      ['quirk/page', 'provider_error'],
      ['quirk/cut', 'provider_error'],
      ['quirk/limit', 'provider_rate_limit'],
    ] as const) {
      assert.equal((await streamChat(agent, modelId)).error?.code, code, modelId);
    }
  });
});
