import { REPLY_SHAPES } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('protocols of endpoints', () => {
  let evals: Service;
  /** An endpoint that requires a key, and its answer to a caller with the key. */
  let keyed: Stub;
  let shape: unknown;

  before(async () => {
    keyed = await startStub((request, response) =>
      request.headers.authorization === 'Bearer only-a-key'
        ? sendJson(response, shape)
        : sendJson(response, { detail: 'Unauthorized' }, 401),
    );
    const env = { ENDPOINTS: `${keyed.url};key=only-a-key` };
    evals = await startService('evals', env);
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await keyed[Symbol.asyncDispose]();
  });

  it('an endpoint may answer in every documented shape, with a bearer key', async () => {
    for (const { examples } of REPLY_SHAPES) {
      [shape] = examples;
      const answer = await evaluate(evals, { endpoint: keyed.url });
      assert.equal(firstInteraction(answer).agent_reply, 'Hi', JSON.stringify(shape));
    }
  });

  it('plain text is accepted as a reply', async () => {
    await using endpoint = await startStub((_, response) => response.end('Just text'));
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(firstInteraction(answer).agent_reply, 'Just text');
  });

  it('an event stream is joined, although a whole answer was requested', async () => {
    await using endpoint = await startStub((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('data: {"delta": "Hi"}\n\ndata: {"delta": " there"}\n\ndata: [DONE]\n\n'),
    );
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(firstInteraction(answer).agent_reply, 'Hi there');
  });

  it('auto: a path that ends in /chat/completions is used unchanged, /v1 is completed', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hi')),
    );
    for (const path of ['/x/chat/completions', '/v1', '/v1/']) {
      const { protocol } = await evaluate(evals, { endpoint: endpoint.url + path });
      assert.equal(protocol, 'openai');
    }
    assert.deepEqual(
      endpoint.requests.map((request) => request.path),
      ['/x/chat/completions', '/v1/chat/completions', '/v1/chat/completions'],
    );
  });

  it('auto: any other path gets the agent protocol with x-model-id', async () => {
    await using endpoint = await startStub((_, response) => sendJson(response, { content: 'Hi' }));
    const { protocol } = await evaluate(evals, { endpoint: `${endpoint.url}/bot` });
    assert.equal(protocol, 'agent');
    assert.equal(endpoint.requests[0]?.headers['x-model-id'], 'model-1');
    assert.deepEqual(endpoint.requests[0]?.body, {
      model: 'model-1',
      prompt: 'Hello',
      messages: [{ type: 'human', role: 'user', content: 'Hello' }],
    });
  });

  it('auto: after 404 or 405 the OpenAI paths are tried once, and the working one is stored and reported', async () => {
    for (const [status, found] of [
      [404, '/v1/chat/completions'],
      [405, '/chat/completions'],
    ] as const) {
      await using endpoint = await startStub((request, response) =>
        request.path === found
          ? sendJson(response, chatCompletion('Hi'))
          : sendJson(response, {}, status),
      );
      const answer = await evaluate(evals, {
        endpoint: endpoint.url,
        attempts: 3,
        concurrency: 1,
      });
      assert.equal(answer.protocol, 'openai');
      assert.equal(answer.results.scenarios[0]?.average_scores['answered'], 1);
      const tried = endpoint.requests.filter((request) => request.path !== found).length;
      assert.ok(tried <= 2, `${tried} requests went astray`);
    }
  });

  it('prompt: sends one text and receives one text', async () => {
    await using endpoint = await startStub((_, response) => sendJson(response, { response: 'Hi' }));
    const { protocol } = await evaluate(evals, { endpoint: endpoint.url, protocol: 'prompt' });
    assert.equal(protocol, 'prompt');
    assert.deepEqual(endpoint.requests[0]?.body, { model: 'model-1', prompt: 'Hello' });
  });

  it('the agent backend is accepted like any other endpoint', async () => {
    await using simulator = await startService('simulator');
    await using agent = await startService('agent', { HUB_BASE_URL: simulator.url });
    const answer = await evaluate(evals, { endpoint: agent.url, model_id: 'sim/echo' });
    assert.equal(answer.protocol, 'agent');
    assert.equal(firstInteraction(answer).agent_reply, 'Hello');
    assert.deepEqual(firstInteraction(answer).usage, {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
    });
  });
});
