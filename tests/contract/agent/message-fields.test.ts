import { AgentResponseMessage } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { complete, streamCompletion } from '../../support/calls/openai.ts';
import { streamChat } from '../../support/calls/stream-chat.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { lastBody, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const SIGNATURE = { google: { thought_signature: 'c2lnbmVk' } };
const CALL = {
  id: 'abc123def',
  type: 'function',
  function: { name: 'current_time', arguments: '{"time_zone":"UTC"}' },
  extra_content: SIGNATURE,
};
/** The message of the first round, with the fields that reasoning models require back. */
const THINKING = {
  role: 'assistant',
  content: 'Let me look.',
  reasoning_content: 'The user wants the time.',
  reasoning_details: [{ type: 'reasoning.text', text: 'I look.', signature: 's1', index: 0 }],
  provider_specific_fields: { citations: [1] },
  tool_calls: [CALL],
};
const THINKING_DELTAS = [
  { role: 'assistant', content: '', reasoning_content: 'The user ' },
  { reasoning_content: 'wants the time.' },
  { reasoning_details: [{ type: 'reasoning.text', text: 'I ', index: 0 }] },
  { reasoning_details: [{ type: 'reasoning.text', text: 'look.', signature: 's1', index: 0 }] },
  { content: 'Let me ', provider_specific_fields: { citations: [1] } },
  { content: 'look.', tool_calls: [{ index: 0, ...CALL, function: { name: 'current_time' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '{"time_zone":' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '"UTC"}' } }] },
];
const CITED = { type: 'url_citation', url_citation: { url: 'https://e.example', title: 'e' } };
const NOON = [
  { token: 'It is', logprob: -0.1, bytes: null, top_logprobs: [] },
  { token: ' noon.', logprob: -0.2, bytes: null, top_logprobs: [] },
];
const ANSWER = {
  role: 'assistant',
  content: 'It is noon.',
  refusal: null,
  reasoning_content: 'It says noon.',
  annotations: [CITED],
};
const ANSWER_CHOICES = [
  { delta: { role: 'assistant', reasoning_content: 'It says ' } },
  { delta: { reasoning_content: 'noon.' } },
  { delta: { content: 'It is' }, logprobs: { content: [NOON[0]], refusal: null } },
  { delta: { content: ' noon.' }, logprobs: { content: [NOON[1]], refusal: null } },
  { delta: { annotations: [CITED] } },
];

/** A reasoning model that calls the clock tool first; answers whole or streamed as requested. */
function startThinker(): Promise<Stub> {
  return startStub(({ body }, response) => {
    const { messages, stream } = body as { messages: { role: string }[]; stream?: boolean };
    const isFirst = messages.at(-1)?.role !== 'tool';
    const finish_reason = isFirst ? 'tool_calls' : 'stop';
    if (stream !== true) {
      const logprobs = isFirst ? null : { content: NOON, refusal: null };
      const message = isFirst ? THINKING : ANSWER;
      return sendJson(response, { id: 'c', choices: [{ message, logprobs, finish_reason }] });
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choices = isFirst ? THINKING_DELTAS.map((delta) => ({ delta })) : ANSWER_CHOICES;
    for (const choice of [...choices, { delta: {}, finish_reason }]) {
      const chunk = { id: 'c', choices: [{ index: 0, finish_reason: null, ...choice }] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    return response.end('data: [DONE]\n\n');
  });
}

const SAID = 'Let me look.\n\nIt is noon.';
const THOUGHT = 'The user wants the time.\n\nIt says noon.';

describe('every field of a model’s messages', () => {
  let hub: Stub;
  let agent: Service;

  before(async () => {
    hub = await startThinker();
    agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await hub[Symbol.asyncDispose]();
  });

  const asked = { model: 'a/b', messages: [{ role: 'user', content: 'Time?' }] };

  it('is sent back to the model with the tool results, whole and streamed', async () => {
    await chat(agent, { modelId: 'a/b' });
    assert.deepEqual(lastBody(hub).messages.at(-2), THINKING);
    await streamChat(agent, 'a/b');
    assert.deepEqual(lastBody(hub).messages.at(-2), THINKING);
  });

  it('is in the last message, which POST / returns whole and at the end of a stream', async () => {
    const whole = AgentResponseMessage.parse((await chat(agent, { modelId: 'a/b' })).body);
    const { message: streamed, text, events } = await streamChat(agent, 'a/b');
    for (const message of [whole, streamed]) {
      assert.equal(message?.content, 'It is noon.');
      assert.deepEqual(message.additional_kwargs, {
        refusal: null,
        reasoning_content: 'It says noon.',
        annotations: [CITED],
      });
      assert.deepEqual(message.response_metadata.logprobs, { content: NOON, refusal: null });
    }
    assert.equal(text, SAID);
    assert.equal(events.map((event) => event.reasoning ?? '').join(''), THOUGHT);
  });

  it('is in the answer of /v1, whole and streamed', async () => {
    const completion = await complete(agent, asked);
    const [choice] = completion.choices;
    assert.deepEqual(choice?.message, {
      role: 'assistant',
      content: SAID,
      refusal: null,
      reasoning_content: THOUGHT,
      annotations: [CITED],
    });
    assert.deepEqual(choice.logprobs, { content: NOON, refusal: null });
    const deltas: object[] = [];
    const logprobs: unknown[] = [];
    for await (const { choices } of streamCompletion(agent, asked)) {
      deltas.push(choices[0]?.delta ?? {});
      logprobs.push(...(choices[0]?.logprobs?.content ?? []));
    }
    const joined = (key: string): string =>
      deltas.map((delta) => (delta as Record<string, string>)[key] ?? '').join('');
    assert.deepEqual([joined('content'), joined('reasoning_content')], [SAID, THOUGHT]);
    assert.deepEqual(logprobs, NOON);
    const annotations = deltas.flatMap((delta) =>
      'annotations' in delta ? delta.annotations : [],
    );
    assert.deepEqual(annotations, [CITED]);
  });

  it('is sent to the caller with calls of the caller’s own tools, and accepted back', async () => {
    const tools = [{ type: 'function', function: { name: 'current_time' } }];
    const whole = await complete(agent, { ...asked, tools });
    assert.deepEqual(whole.choices[0]?.message, { ...THINKING, refusal: null });
    const calls: unknown[] = [];
    for await (const { choices } of streamCompletion(agent, { ...asked, tools }))
      calls.push(...(choices[0]?.delta.tool_calls ?? []));
    assert.deepEqual(calls, [{ index: 0, ...CALL }]);
    const answered = { role: 'tool', tool_call_id: CALL.id, content: 'noon' };
    const history = [...asked.messages, THINKING, answered];
    await complete(agent, { ...asked, tools, messages: history });
    assert.deepEqual(lastBody(hub).messages, history);
  });
});
