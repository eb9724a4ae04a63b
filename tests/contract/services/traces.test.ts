import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

interface Export {
  readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly Span[] }[] }[];
}

function spansAt(collector: Stub): Span[] {
  return collector.requests.flatMap(({ body }) =>
    (body as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

function attribute(span: Span | undefined, key: string): unknown {
  const found = span?.attributes.find((one) => one.key === key)?.value;
  return found && Object.values(found)[0];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';

const traceOf = (n: number): string => (n + 1).toString(16).padStart(32, '0');

function toolCall(n: number, name: string, args: object): object {
  const called = { name, arguments: JSON.stringify(args) };
  return { id: `call-000${n}`, type: 'function', function: called };
}

describe('traces', () => {
  it('continue from the caller to the endpoint, with one span per model call', async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hi')),
    );
    const evals = await startService('evals', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await evaluate(evals, { endpoint: `${endpoint.url}/v1`, model_id: 'm-1', attempts: 2 });
    evals.process.kill('SIGTERM'); // pending spans are sent before the process ends
    await once(evals.process, 'exit');

    const spans = spansAt(collector);
    const request = spans.find(({ name }) => name === 'POST /evaluate');
    assert.equal(attribute(request, 'http.response.status_code'), 200);
    const calls = spans.filter(({ name }) => name === 'chat m-1');
    assert.equal(calls.length, 2);
    assert.equal(attribute(calls[0], 'gen_ai.operation.name'), 'chat');
    assert.equal(attribute(calls[0], 'gen_ai.request.model'), 'm-1');
    assert.equal(attribute(calls[0], 'gen_ai.provider.name'), 'openai');
    assert.equal(attribute(calls[0], 'gen_ai.usage.output_tokens'), 5);
    const sent = endpoint.requests.map(({ headers }) => headers['traceparent']);
    assert.deepEqual(
      new Set(sent),
      new Set(calls.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)),
    );
    assert.doesNotMatch(JSON.stringify(collector.requests), /Hello/, 'no text of a conversation');
  });

  it('join the trace that the caller of the agent sent', async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    await using studio = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    const agent = await startService('agent', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      STUDIO_BASE_URL: `${studio.url}/v1`,
    });
    const ask = async (trace: string, content: string): Promise<void> => {
      const response = await fetch(agent.url, {
        method: 'POST',
        headers: { 'x-model-id': FINE_TUNED, traceparent: `00-${trace}-b7ad6b7169203331-01` },
        body: JSON.stringify({ messages: [{ type: 'human', content }] }),
      });
      assert.equal(response.status, 200, await response.text());
    };
    await ask(TRACE, 'Hello');
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(traceOf(n), `message ${n}`)));
    agent.process.kill('SIGTERM');
    await once(agent.process, 'exit');

    for (const { headers, body } of studio.requests.slice(1)) {
      const said = JSON.stringify(body);
      const n = Number(/message (\d+)/.exec(said)?.[1]);
      assert.equal(
        String(headers['traceparent']).split('-')[1],
        traceOf(n),
        'its own, in parallel',
      );
    }
    const spans = spansAt(collector).filter(({ traceId }) => traceId === TRACE);
    const request = spans.find(({ name }) => name === 'POST /');
    const run = spans.find(({ name }) => name === 'invoke_agent');
    assert.equal(run?.parentSpanId, request?.spanId);
    const call = spans.find(({ name }) => name === `chat ${FINE_TUNED}`);
    assert.equal(call?.parentSpanId, run?.spanId);
    assert.equal(attribute(call, 'gen_ai.provider.name'), 'studio');
    assert.equal(attribute(run, 'gen_ai.usage.input_tokens'), 11);
    assert.match(String(studio.requests[0]?.headers['traceparent']), new RegExp(`^00-${TRACE}-`));
  });

  it('have a span for each tool that the agent runs, without its arguments and result', async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    const zones = ['Europe/Berlin', 'Nowhere/Secret'];
    await using hub = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { role: string }[] };
      if (messages.at(-1)?.role === 'tool') return sendJson(response, chatCompletion('Hi'));
      const calls = zones.map((zone, n) => toolCall(n, 'current_time', { time_zone: zone }));
      const tool_calls = [...calls, toolCall(2, 'made_up', {})];
      const message = { role: 'assistant', content: null, tool_calls };
      return sendJson(response, { choices: [{ message, finish_reason: 'tool_calls' }] });
    });
    const agent = await startService('agent', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      HUB_BASE_URL: `${hub.url}/v1`,
    });
    const headers = { 'x-model-id': 'a/b', traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
    const body = JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] });
    assert.equal((await fetch(agent.url, { method: 'POST', headers, body })).status, 200);
    agent.process.kill('SIGTERM');
    await once(agent.process, 'exit');

    const spans = spansAt(collector).filter(({ traceId }) => traceId === TRACE);
    const run = spans.find(({ name }) => name === 'invoke_agent');
    const tools = spans.filter(({ name }) => name.startsWith('execute_tool'));
    assert.deepEqual(
      tools.map((span) => [
        span.name,
        span.parentSpanId,
        attribute(span, 'gen_ai.operation.name'),
        attribute(span, 'gen_ai.tool.name'),
        attribute(span, 'gen_ai.tool.call.id'),
        attribute(span, 'error.type'),
      ]),
      [undefined, 'Error'].map((error, n) => [
        'execute_tool current_time',
        run?.spanId,
        'execute_tool',
        'current_time',
        `call-000${n}`,
        error,
      ]),
      'none where there is no such tool',
    );
    assert.doesNotMatch(JSON.stringify(collector.requests), /Hello|Berlin|Secret|made_up/);
  });

  it('contain messages and answers of a model if configured, without secrets', async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    await using hub = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    const agent = await startService('agent', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      HUB_BASE_URL: `${hub.url}/v1`,
      HUB_API_KEY: 'canary-secret',
      TRACE_MESSAGE_TEXT: 'true',
    });
    const body = JSON.stringify({
      messages: [{ type: 'human', content: 'Is canary-secret safe?' }],
    });
    const headers = { 'x-model-id': 'a/b' };
    assert.equal((await fetch(agent.url, { method: 'POST', headers, body })).status, 200);
    agent.process.kill('SIGTERM');
    await once(agent.process, 'exit');

    const call = spansAt(collector).find(({ name }) => name === 'chat a/b');
    const read = (key: string): unknown => JSON.parse(String(attribute(call, key)));
    assert.deepEqual(read('gen_ai.input.messages'), [
      { role: 'user', parts: [{ type: 'text', content: 'Is [secret] safe?' }] },
    ]);
    assert.deepEqual(read('gen_ai.output.messages'), [
      { role: 'assistant', parts: [{ type: 'text', content: 'Hi' }], finish_reason: 'stop' },
    ]);
    assert.doesNotMatch(JSON.stringify(collector.requests), /canary/);
  });

  it('have the conversation of the request in every span, on all routes of the agent', async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    await using hub = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { role: string }[] };
      if (messages.at(-1)?.role === 'tool') return sendJson(response, chatCompletion('Hi'));
      const tool_calls = [toolCall(0, 'current_time', { time_zone: 'Europe/Berlin' })];
      const message = { role: 'assistant', content: null, tool_calls };
      return sendJson(response, { choices: [{ message, finish_reason: 'tool_calls' }] });
    });
    const agent = await startService('agent', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary-key,x-team=shop',
      HUB_BASE_URL: `${hub.url}/v1`,
    });
    const ask = async (
      path: string,
      body: object,
      headers: Record<string, string>,
    ): Promise<void> => {
      const response = await fetch(`${agent.url}${path}`, {
        method: 'POST',
        headers: { 'x-model-id': 'a/b', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, await response.text());
    };
    const messages = [{ role: 'user', content: 'What time is it?' }];
    await ask(
      '/',
      { messages: [{ type: 'human', content: 'What time is it?' }] },
      { 'x-conversation-id': 'chat-1', 'x-fairtrial-conversation': 'run/0/0' },
    );
    await ask(
      '/v1/chat/completions',
      { model: 'a/b', messages },
      { 'x-fairtrial-conversation': 'run/0/1' },
    );
    await ask(
      '/v1/responses',
      { model: 'a/b', input: messages, store: false },
      { 'x-conversation-id': 'chat-3' },
    );
    await ask(
      '/',
      { messages: [{ type: 'human', content: 'Hi' }] },
      { 'x-conversation-id': 'two words' },
    );
    agent.process.kill('SIGTERM');
    await once(agent.process, 'exit');

    const names = Object.groupBy(spansAt(collector), (span) =>
      String(attribute(span, 'gen_ai.conversation.id')),
    );
    const named = Object.fromEntries(
      Object.entries(names).map(([id, spans = []]) => [
        id,
        spans.map(({ name }) => name).toSorted(),
      ]),
    );
    const ofAgent = ['chat a/b', 'chat a/b', 'execute_tool current_time', 'invoke_agent'];
    assert.deepEqual(named, {
      'chat-1': ['POST /', ...ofAgent],
      'run/0/1': ['POST /v1/chat/completions', ...ofAgent],
      'chat-3': ['POST /v1/responses', ...ofAgent],
      undefined: ['POST /', ...ofAgent],
    });
    const { headers } = collector.requests[0] ?? {};
    assert.equal(headers?.['authorization'], 'Bearer canary-key');
    assert.equal(headers?.['x-team'], 'shop');
  });
});
