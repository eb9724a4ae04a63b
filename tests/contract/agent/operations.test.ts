import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat, HELLO } from '../../support/calls/chat.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { INVALID_IDEMPOTENCY_KEY } from '../../support/data/invalid-idempotency-key.ts';
import { startService } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key });

describe('operating the agent backend', () => {
  it('an Idempotency-Key is charged once: concurrent duplicates wait, and later ones get the stored answer', async () => {
    const release = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using hub = await startStub(async (_, response) => {
      asked.resolve();
      await release.promise;
      sendJson(response, chatCompletion('once'));
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    const ask = (key: string): ReturnType<typeof chat> =>
      chat(agent, { modelId: 'a/b', headers: keyed(key) });
    const twins = [ask('k1'), ask('k1'), ask('k1')];
    await asked.promise;
    release.resolve();
    const bodies = (await Promise.all(twins)).map(({ body }) => JSON.stringify(body));
    bodies.push(JSON.stringify((await ask('k1')).body));
    assert.equal(new Set(bodies).size, 1, 'ids included');
    assert.equal(hub.requests.length, 1);
    await ask('k2');
    assert.equal(hub.requests.length, 2);
    const other = { messages: [{ type: 'human', content: 'Something else' }] };
    const conflict = await chat(agent, { modelId: 'a/b', body: other, headers: keyed('k1') });
    assert.equal(conflict.status, 422);
    assert.equal(Problem.parse(conflict.body).code, 'idempotency_conflict');
  });

  it('an Idempotency-Key that is too long is refused by the same rule as in the evaluation service', async () => {
    await using hub = await startStub((_, response) => sendJson(response, chatCompletion('never')));
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    const headers = keyed('k'.repeat(256));
    const { status, body } = await chat(agent, { modelId: 'a/b', headers });
    const { code, detail } = Problem.parse(body);
    assert.deepEqual({ status, code, detail }, INVALID_IDEMPOTENCY_KEY);
  });

  it('callers that hang up with an Idempotency-Key cannot exceed the concurrency limit of their key', async () => {
    const release = Promise.withResolvers<void>();
    await using hub = await startStub(async (_, response) => {
      await release.promise;
      sendJson(response, chatCompletion('finished'));
    });
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${hub.url}/v1`,
      FAIRTRIAL_API_KEYS: 'secret',
      REQUESTS_PER_KEY: '3',
    });
    const headers = { authorization: 'Bearer secret', 'x-model-id': 'a/b' };
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const caller = new AbortController();
      const before = hub.requests.length;
      const refused = statuses.length;
      const sent = fetch(agent.url, {
        method: 'POST',
        headers: { ...headers, ...keyed(`k${n}`) },
        body: JSON.stringify(HELLO),
        signal: caller.signal,
      }).then(
        ({ status }) => void statuses.push(status),
        () => undefined,
      );
      await until(
        'it is at work or refused',
        () => hub.requests.length + statuses.length > before + refused,
      );
      caller.abort();
      await sent;
    }
    release.resolve();
    assert.equal(hub.requests.length, 3);
    assert.deepEqual(new Set(statuses), new Set([429]));
  });

  it('a failure is not stored, and a request with a key is completed although its caller is gone', async () => {
    let calls = 0;
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using hub = await startStub(async (_, response) => {
      calls += 1;
      if (calls === 1) return sendJson(response, { error: {} }, 400);
      asked.resolve();
      await release.promise;
      return sendJson(response, chatCompletion('finished'));
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    assert.equal((await chat(agent, { modelId: 'a/b', headers: keyed('k') })).status, 502);
    const caller = new AbortController();
    const gone = fetch(agent.url, {
      method: 'POST',
      headers: { 'x-model-id': 'a/b', ...keyed('k') },
      body: JSON.stringify(HELLO),
      signal: caller.signal,
    });
    await asked.promise;
    caller.abort();
    await assert.rejects(gone);
    const back = chat(agent, { modelId: 'a/b', headers: keyed('k') });
    release.resolve();
    assert.equal((await back).content, 'finished');
    assert.equal(calls, 2);
  });

  it('reports the duration of each part, and counts runs, tokens and tools by model', async () => {
    await using simulator = await startService('simulator');
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      MODEL_PRICES: '{"sim/echo": {"input": 1000000, "output": 0}}',
    });
    const body = { messages: [{ type: 'human', content: 'Please search the date' }] };
    const { headers } = await chat(agent, { modelId: 'sim/echo', body });
    assert.match(
      headers.get('server-timing') ?? '',
      /^model;dur=\d+;desc="2 rounds", tools;dur=\d+$/,
    );
    const metrics = await (await fetch(`${agent.url}/metrics`)).text();
    for (const line of [
      /^agent_run_duration_seconds_count\{model="sim\/echo",end="answered"\} 1$/m,
      /^agent_tokens_total\{model="sim\/echo",direction="input"\} [1-9]\d*$/m,
      /^agent_cost_dollars_total\{model="sim\/echo"\} [1-9]\d*$/m,
      /^agent_tool_calls_total\{tool="current_time",end="answered"\} 1$/m,
    ]) {
      assert.match(metrics, line);
    }
  });

  it('counts the cost of cached tokens at their own price, and of none without one', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 1 };
    const cached = { ...usage, prompt_tokens_details: { cached_tokens: 8 } };
    await using hub = await startStub((_, response) =>
      sendJson(response, { ...chatCompletion('Hi'), usage: cached }),
    );
    const price = { input: 1_000_000, output: 0 };
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${hub.url}/v1`,
      MODEL_PRICES: JSON.stringify({ 'a/b': { ...price, cache_read: 500_000 }, 'a/c': price }),
    });
    for (const modelId of ['a/b', 'a/c']) await chat(agent, { modelId });
    const metrics = await (await fetch(`${agent.url}/metrics`)).text();
    assert.deepEqual(metrics.match(/^agent_cost_dollars_total.*$/gm), [
      'agent_cost_dollars_total{model="a/b"} 6',
    ]);
  });

  it('fine-tuned models are discovered if the provider lists them, and an unreachable provider is not an error', async () => {
    const other = '11111111-2222-3333-4444-555555555555';
    const twin = '22222222-2222-3333-4444-555555555555';
    await using studio = await startStub((request, response) =>
      request.path.endsWith('/models')
        ? sendJson(response, {
            data: [
              { id: other, name: 'found' },
              { id: twin, name: 'found' },
              { id: FINE_TUNED },
              { id: 'gpt-4' },
            ],
          })
        : sendJson(response, chatCompletion('x')),
    );
    for (const [url, expected] of [
      [studio.url, { found: other, 'found (22222222)': twin, 'support-de': FINE_TUNED }],
      ['http://127.0.0.1:1', { 'support-de': FINE_TUNED }],
    ] as const) {
      await using agent = await startService('agent', {
        STUDIO_BASE_URL: `${url}/v1`,
        STUDIO_MODELS: `support-de=${FINE_TUNED}`,
      });
      for (let n = 0; n < 3; n += 1) {
        const response = await fetch(`${agent.url}/studio/models`);
        assert.deepEqual(await response.json(), expected);
      }
    }
    const lists = studio.requests.filter(({ path }) => path.endsWith('/models'));
    assert.equal(lists.length, 1, 'kept for a minute');
  });
});
