import { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { startService } from '../../support/services/start-service.ts';
import { withoutIds } from '../../support/data/without-ids.ts';
import {
  startAgentWithStubs,
  FINE_TUNED,
  type AgentWithStubs,
} from '../../support/services/start-agent-with-stubs.ts';

describe('the agent backend, where the specification leaves it open', () => {
  let started: AgentWithStubs;
  let agent: AgentWithStubs['agent'];

  before(async () => {
    started = await startAgentWithStubs();
    ({ agent } = started);
  });
  after(() => started[Symbol.asyncDispose]());

  it('answers 400 invalid_model_id to an x-model-id that matches neither rule', async () => {
    for (const model of ['gpt-4', 'not-a-uuid', `${FINE_TUNED}0`]) {
      const { status, body } = await chat(agent, { modelId: model });
      assert.equal(status, 400, model);
      assert.equal(Problem.parse(body).code, 'invalid_model_id');
      assert.ok(Problem.parse(body).detail.includes(model));
    }
  });

  it('parses the body of POST / as JSON regardless of its content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'garbage',
      'application/json',
    ]) {
      const { status } = await chat(agent, { modelId: 'a/b', headers: { 'content-type': type } });
      assert.equal(status, 200, type);
    }
  });

  it('answers malformed JSON with 400 and invalid fields with 422, both as problem documents', async () => {
    const malformed = await chat(agent, { modelId: 'a/b', body: '{"messages":' });
    assert.equal(malformed.status, 400);
    assert.equal(Problem.parse(malformed.body).code, 'malformed_json');
    for (const body of [{}, { messages: [] }, { messages: 'x' }, [], 'null']) {
      const wrong = await chat(agent, { modelId: 'a/b', body });
      assert.equal(wrong.status, 422, JSON.stringify(body));
      assert.equal(Problem.parse(wrong.body).code, 'invalid_request');
    }
  });

  it('allows browsers on this machine to call with x-model-id', async () => {
    const response = await fetch(`${agent.url}/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-model-id',
      },
    });
    assert.equal(response.headers.get('access-control-allow-origin'), 'http://localhost:5173');
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /x-model-id/);
  });

  it('streams status, content deltas, the message and [DONE]', async () => {
    await using simulator = await startService('simulator');
    await using streaming = await startService('agent', { HUB_BASE_URL: simulator.url });
    for (const [path, headers] of [
      ['/?stream=true', {}],
      ['/', { accept: 'text/event-stream' }],
    ] as const) {
      const response = await fetch(streaming.url + path, {
        method: 'POST',
        headers: { 'x-model-id': 'sim/echo', ...headers },
        body: JSON.stringify({ messages: [{ type: 'human', content: 'one two three' }] }),
      });
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
      const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
      assert.equal(lines[0], 'data: {"status":"thinking"}');
      assert.equal(lines.at(-1), 'data: [DONE]');
      const events = lines.slice(1, -1).map((line) => JSON.parse(line.slice(6)) as Event);
      interface Event {
        content?: string;
        message?: unknown;
      }
      assert.equal(events.map((event) => event.content ?? '').join(''), 'one two three');
      const message = AgentResponseMessage.parse(events.at(-1)?.message);
      const plain = AgentResponseMessage.parse(
        (
          await chat(streaming, {
            modelId: 'sim/echo',
            body: { messages: [{ type: 'human', content: 'one two three' }] },
          })
        ).body,
      );
      assert.deepEqual(withoutIds(message), withoutIds(plain));
    }
  });

  it('weighs Accept, prefers JSON over a stream if it is named first, and accepts repeated query parameters', async () => {
    for (const [path, accept, type] of [
      ['/', 'text/event-stream;q=0', 'application/json'],
      ['/', 'application/json, text/event-stream', 'application/json'],
      ['/', 'text/event-stream, application/json', 'text/event-stream'],
      ['/', 'application/json;q=0.1, text/event-stream', 'text/event-stream'],
      ['/?stream=true&stream=true', '*/*', 'text/event-stream'],
      ['/?stream=true&stream=false', '*/*', 'application/json'],
    ] as const) {
      const response = await fetch(agent.url + path, {
        method: 'POST',
        headers: { 'x-model-id': 'a/b', accept },
        body: JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] }),
      });
      await response.text();
      const got = response.headers.get('content-type')?.split(';')[0];
      assert.deepEqual([response.status, got], [200, type], `${path} ${accept}`);
    }
  });
});
