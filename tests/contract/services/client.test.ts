import { ApiError, type Client, type RunEvent, createClient } from '@fairtrial/client';
import {
  Comparison,
  EvaluationResponse,
  GateVerdict,
  InteractionList,
  InteractionView,
  LabelReport,
  PlannedRun,
  LabelSample,
  RunHead,
  RunList,
  RunView,
  SavedLabels,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { createBatch } from '../../support/calls/run-api.ts';
import { FINE_TUNED, startAgentWithStubs } from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Asserts that the events have no gap. */
function assertWhole(events: readonly RunEvent[]): void {
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map((_, n) => n + 1),
  );
  assert.equal(events[0]?.type, 'run-started');
  assert.equal(events.at(-1)?.type, 'run-finished');
}

describe('the client of the evaluation service', () => {
  let evals: Service;
  let endpoint: Stub;
  let client: Client;

  before(async () => {
    evals = await startService('evals', { FAIRTRIAL_API_KEYS: 'the-key' });
    endpoint = await startStub((_, response) => response.end('fine'));
    client = createClient({ baseUrl: evals.url, apiKey: 'the-key' });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const createRequest = (turns = 2) => ({
    test_batch: createBatch(1, turns) as { interactions: { user_message: string }[] }[],
    endpoint: `${endpoint.url}/v1`,
    model_id: 'm',
    attempts: 2,
  });

  it('returns what the contract defines', async () => {
    const plan = await client.request('POST /plan', { body: createRequest() });
    assert.equal(PlannedRun.parse(plan).turns, 2);
    const started = RunView.parse(await client.start(createRequest()));
    const events = await all(client.follow(started.run_id));
    assertWhole(events);
    const view = RunView.parse(
      await client.request('GET /runs/:run_id', { run_id: started.run_id }),
    );
    assert.equal(view.result?.results.scenarios[0]?.attempts.length, 2);
    const thin = await client.request('GET /runs/:run_id', {
      run_id: started.run_id,
      query: { interactions: false },
    });
    assert.deepEqual(thin.result?.results.scenarios[0]?.attempts[0]?.interactions ?? [], []);
    const answer = EvaluationResponse.parse(await client.evaluate(createRequest()));
    const { runs } = RunList.parse(
      await client.request('GET /runs', { query: { limit: 1, model_id: 'm' } }),
    );
    assert.equal(runs[0]?.run_id, answer.run_id);
    const { interactions } = InteractionList.parse(
      await client.request('GET /runs/:run_id/interactions', {
        run_id: answer.run_id,
        query: { attempt: 1, sort: '-latency' },
      }),
    );
    assert.equal(interactions.length, 2);
    const position = { scenario: 0, attempt: 1, turn: 1 };
    const turn = InteractionView.parse(
      await client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
        run_id: answer.run_id,
        ...position,
      }),
    );
    assert.equal(turn.agent_reply, 'fine');
    const ids = { baseline: started.run_id, candidate: answer.run_id };
    Comparison.parse(
      await client.request('GET /compare', { query: { ...ids, margin: 0.05, metric: 'answered' } }),
    );
    const gate = await client.request('POST /runs/:run_id/gate', {
      run_id: answer.run_id,
      body: { gates: ['answered >= 99%'] },
    });
    assert.equal(GateVerdict.parse(gate).verdict, 'pass');
    const { draw } = LabelSample.parse(
      await client.request('GET /runs/:run_id/label-sample', {
        run_id: answer.run_id,
        query: { n: 1 },
      }),
    );
    const labels = [{ draw, item: 0, passed: true, labeller: 'Ada' }];
    SavedLabels.parse(
      await client.request('POST /runs/:run_id/labels', {
        run_id: answer.run_id,
        body: { labels },
      }),
    );
    const labelled = LabelReport.parse(
      await client.request('GET /runs/:run_id/labels', {
        run_id: answer.run_id,
        query: { limit: 1 },
      }),
    );
    assert.equal(labelled.corrected?.pass_rate, 1);
    const file = await client.fetch('GET /runs/:run_id/export', {
      run_id: answer.run_id,
      query: { format: 'csv' },
    });
    assert.match(await file.text(), /^run_id,scenario/);
    await client.request('GET /livez');
    await client.request('GET /readyz');
    assert.match(await (await client.fetch('GET /metrics')).text(), /^# /);
    assert.match((await client.request('GET /openapi.json')).info.version, /^\d/);
    await client.request('DELETE /runs/:run_id', { run_id: answer.run_id });
    await assert.rejects(client.request('GET /runs/:run_id', { run_id: answer.run_id }), {
      code: 'run_not_found',
      status: 404,
    });
  });

  it('cancels a run, and retries it', async () => {
    await using slow = await startStub(() => undefined);
    const { run_id } = await client.start({ ...createRequest(), endpoint: `${slow.url}/v1` });
    RunHead.parse(await client.request('POST /runs/:run_id/cancel', { run_id }));
    const events = await all(client.follow(run_id));
    assert.equal(events.at(-1)?.type, 'run-finished');
    assert.equal(
      RunHead.parse(await client.request('POST /runs/:run_id/retry', { run_id })).state,
      'running',
    );
    await client.request('POST /runs/:run_id/cancel', { run_id });
  });

  it('creates one run, however often its start is sent', async () => {
    let isFirst = true;
    const lossy = createClient({
      baseUrl: evals.url,
      apiKey: 'the-key',
      async fetch(url, options) {
        const response = await fetch(url, options);
        if (!isFirst) return response;
        isFirst = false;
        throw new TypeError('the answer was lost');
      },
    });
    const name = 'started once';
    const { run_id } = await lossy.start({ ...createRequest(), test_name: name });
    const { runs } = await client.request('GET /runs', { query: { q: name } });
    assert.deepEqual(
      runs.map((run) => run.run_id),
      [run_id],
    );
  });

  it('reports the invalid fields of a request, and a wrong key as such', async () => {
    const error = await client
      .start({ ...createRequest(), attempts: 0 })
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.errors[0]?.pointer], [422, '/attempts']);
    const stranger = createClient({ baseUrl: evals.url, apiKey: 'another' });
    await assert.rejects(stranger.request('GET /runs'), { status: 401, code: 'unauthorized' });
  });

  it('follows a run from any event, and ends also if it starts after the last', async () => {
    const { run_id } = await client.evaluate(createRequest());
    const events = await all(client.follow(run_id));
    for (const lastEventId of [1, events.length - 1, events.length]) {
      const rest = await all(client.follow(run_id, { lastEventId }));
      assert.deepEqual(rest, events.slice(lastEventId));
    }
  });

  it('stops following when it is aborted', async () => {
    await using slow = await startStub(() => undefined);
    const { run_id } = await client.start({ ...createRequest(), endpoint: `${slow.url}/v1` });
    const stop = new AbortController();
    const reading = client.follow(run_id, { signal: stop.signal });
    assert.equal((await reading.next()).value?.type, 'run-started');
    const next = reading.next();
    stop.abort(new Error('enough'));
    await assert.rejects(next, /enough/);
    await client.request('POST /runs/:run_id/cancel', { run_id });
  });

  it('misses no event if the service is killed and restarted meanwhile', async () => {
    await using database = await freshDatabase();
    const release = Promise.withResolvers<void>();
    let asked = 0;
    await using held = await startStub(async (_, response) => {
      asked += 1;
      if (asked > 3) await release.promise;
      response.end('fine');
    });
    const first = await startService('evals', { DATABASE_URL: database.url });
    const there = createClient({ baseUrl: first.url });
    const request = { ...createRequest(6), attempts: 1, endpoint: `${held.url}/v1` };
    const { run_id } = await there.start(request);
    const events: RunEvent[] = [];
    const lost: ApiError[] = [];
    let second: Service | undefined;
    for await (const event of there.follow(run_id, { onLost: (error) => lost.push(error) })) {
      events.push(event);
      if (second !== undefined || event.type !== 'turns-finished' || event.data.finished < 3)
        continue;
      const exited = once(first.process, 'exit');
      first.process.kill('SIGKILL');
      await exited;
      release.resolve();
      const { port } = new URL(first.url);
      second = await startService('evals', { DATABASE_URL: database.url, EVALS_PORT: port });
    }
    await second?.[Symbol.asyncDispose]();
    assert.ok(lost.length > 0);
    assertWhole(events);
  });

  it('stops retrying if a service does not come back', async () => {
    const dead = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
    await assert.rejects(all(dead.follow('x', { reconnectTimeoutMs: 0 })), {
      code: 'unreachable',
    });
  });
});

describe('the client of the agent backend', () => {
  it('chats, whole and streamed, and lists models', async () => {
    await using stubs = await startAgentWithStubs();
    const { agent } = createClient({ baseUrl: 'http://127.0.0.1:1', agentUrl: stubs.agent.url });
    const request = { messages: [{ type: 'human' as const, content: 'Hello' }] };
    const headers = { 'x-model-id': 'sim/v1', 'idempotency-key': 'chat-1' };
    const { content } = await agent.request('POST /', { body: request, headers });
    assert.equal(content, 'from the hub');
    const events = await all(agent.stream(request, { modelId: FINE_TUNED }));
    assert.deepEqual(events[0], { status: 'thinking' });
    const last = events.at(-1);
    assert.ok(last !== undefined && 'message' in last);
    assert.equal(last.message.content, 'from the studio');
    assert.equal((await agent.request('GET /studio/models'))['support-de'], FINE_TUNED);
    const { data } = await agent.request('GET /v1/models');
    assert.ok(data.some(({ id }) => id === FINE_TUNED));
    const completion = await agent.request('POST /v1/chat/completions', {
      body: {
        model: 'sim/v1',
        messages: [{ role: 'user', content: 'Hi' }],
      },
    });
    assert.equal(completion['object'], 'chat.completion');
    const wrong = { body: request, headers: { 'x-model-id': 'nonsense' } };
    await assert.rejects(agent.request('POST /', wrong), { code: 'invalid_model_id' });
    await agent.request('GET /readyz');
  });
});
