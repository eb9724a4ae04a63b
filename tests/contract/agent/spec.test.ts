import { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import {
  startAgentWithStubs,
  FINE_TUNED,
  type AgentWithStubs,
} from '../../support/services/start-agent-with-stubs.ts';
import { lastBody } from '../../support/stubs/start-stub.ts';

describe('spec: the agent backend', () => {
  let started: AgentWithStubs;
  let agent: AgentWithStubs['agent'];
  let hub: AgentWithStubs['hub'];
  let studio: AgentWithStubs['studio'];

  before(async () => {
    started = await startAgentWithStubs();
    ({ agent, hub, studio } = started);
  });
  after(() => started[Symbol.asyncDispose]());

  it('1.2 POST / sends the messages to the agent and returns the last message of the conversation', async () => {
    const messages = [
      { type: 'human', content: 'Hello' },
      { type: 'ai', content: 'Hi' },
      { type: 'human', content: 'Bye' },
    ];
    const { status, content } = await chat(agent, { modelId: 'openai/gpt-x', body: { messages } });
    assert.equal(status, 200);
    assert.equal(content, 'from the hub');
    assert.deepEqual(lastBody(hub).messages, [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'Bye' },
    ]);
  });

  it('1.2, 2.7, 4.3 GET /studio/models is an object of names and UUIDs', async () => {
    const response = await fetch(`${agent.url}/studio/models`);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      'support-de': FINE_TUNED,
      'qwen-gdpr': FINE_TUNED.toUpperCase(),
    });
  });

  it('2.5 accepts messages of type human, ai and tool, tool messages with or without a name', async () => {
    const messages = [
      { type: 'human', content: 'Weather?' },
      { type: 'ai', content: '' },
      { type: 'tool', content: '21 degrees', name: 'get weather!' },
      { type: 'tool', content: 'sunny' },
      { type: 'human', content: 'Thanks' },
    ];
    const { status } = await chat(agent, { modelId: 'a/b', body: { messages } });
    assert.equal(status, 200);
    const sent = lastBody(hub).messages;
    assert.deepEqual(
      sent.map((message) => message['role']),
      ['user', 'assistant', 'tool', 'tool', 'user'],
    );
    const calls = sent[1]?.['tool_calls'] as { id: string; function: { name: string } }[];
    assert.deepEqual(
      calls.map((call) => call.function.name),
      ['get_weather_', 'tool'],
    );
    assert.equal(sent[2]?.['tool_call_id'], calls[0]?.id);
    assert.match(calls[0]?.id ?? '', /^[a-zA-Z0-9]{9}$/);
  });

  it('2.5 type and content are required, and type is one of the three', async () => {
    for (const message of [
      { content: 'x' },
      { type: 'human' },
      { type: 'system', content: 'x' },
      { type: 'human', content: null },
      { type: 'human', content: ['x'] },
    ]) {
      const { status, body } = await chat(agent, { modelId: 'a/b', body: { messages: [message] } });
      assert.equal(status, 422, JSON.stringify(message));
      assert.match(Problem.parse(body).errors?.[0]?.pointer ?? '', /^\/messages\/0\//);
    }
  });

  it('2.6 the answer is exactly the message object, built from the provider’s answer', async () => {
    const { body } = await chat(agent, { modelId: 'a/b' });
    const message = AgentResponseMessage.parse(body);
    assert.match(message.id, /^run--[0-9a-f-]{36}-0$/);
    assert.deepEqual(body, {
      content: 'from the hub',
      additional_kwargs: { refusal: null },
      response_metadata: {
        token_usage: {
          completion_tokens: 5,
          prompt_tokens: 11,
          total_tokens: 16,
          completion_tokens_details: null,
          prompt_tokens_details: null,
        },
        model_name: 'provider-model-name',
        system_fingerprint: 'fp_1',
        id: 'chatcmpl-42',
        service_tier: 'default',
        finish_reason: 'stop',
        logprobs: null,
      },
      type: 'ai',
      name: null,
      id: message.id,
      example: false,
      tool_calls: [],
      invalid_tool_calls: [],
      usage_metadata: {
        input_tokens: 11,
        output_tokens: 5,
        total_tokens: 16,
        input_token_details: {},
        output_token_details: {},
      },
    });
  });

  it('4.2 x-model-id is required', async () => {
    for (const modelId of [undefined, '', '  ']) {
      const { status, body } = await chat(agent, modelId === undefined ? {} : { modelId });
      assert.equal(status, 400);
      assert.equal(Problem.parse(body).code, 'missing_model_id');
    }
  });

  it('4.3 x-model-id accepts a UUID from the list unchanged', async () => {
    for (const model of [FINE_TUNED, FINE_TUNED.toUpperCase()]) {
      assert.equal((await chat(agent, { modelId: model })).status, 200);
      assert.equal(lastBody(studio).model, model);
    }
  });

  it('4.4 rule 1: any valid UUID goes to the fine-tuned provider, and only there', async () => {
    const asked = hub.requests.length;
    for (const model of [
      FINE_TUNED,
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '0b7c9a52-3f5e-1f0e-0a51-5d6f6f1c1a01',
      '0b7c9a523f5e4f0e9a515d6f6f1c1a01',
    ]) {
      const { content } = await chat(agent, { modelId: model });
      assert.equal(content, 'from the studio', model);
    }
    assert.equal(hub.requests.length, asked);
  });

  it('4.4 rule 2: <provider>/<model_name> goes to the hub, and the whole value is the model name', async () => {
    const asked = studio.requests.length;
    for (const model of ['openai/gpt-4o', 'meta-llama/Llama-3/8b', `x/${FINE_TUNED}`]) {
      const { content } = await chat(agent, { modelId: model });
      assert.equal(content, 'from the hub');
      assert.equal(lastBody(hub).model, model);
    }
    assert.equal(studio.requests.length, asked);
  });

  it('5 each provider gets its own key and never the other’s', async () => {
    await chat(agent, { modelId: 'a/b' });
    await chat(agent, { modelId: FINE_TUNED });
    assert.equal(hub.requests.at(-1)?.headers.authorization, 'Bearer hub-key');
    assert.equal(studio.requests.at(-1)?.headers.authorization, 'Bearer studio-key');
  });

  it('1.2 a front end uses the content field of the answer as the message text', async () => {
    const { content } = await chat(agent, { modelId: 'a/b' });
    assert.equal(typeof content, 'string');
  });
});
