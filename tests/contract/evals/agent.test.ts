import { type AgentStreamEvent, createClient } from '@fairtrial/client';
import { Problem, StudioModels } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  FINE_TUNED,
  startAgentWithStubs,
  type AgentWithStubs,
} from '../../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const HELLO = { messages: [{ type: 'human' as const, content: 'Hello' }] };

async function readProblem(response: Response): Promise<readonly [number, string, string]> {
  const { code, detail } = Problem.parse(await response.json());
  return [response.status, code, detail];
}

function post(evals: Service, headers: Record<string, string>, body: object = HELLO) {
  return fetch(`${evals.url}/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('/agent of the evaluation service', () => {
  let stubs: AgentWithStubs;
  let evals: Service;

  before(async () => {
    stubs = await startAgentWithStubs();
    evals = await startService('evals', { AGENT_URL: stubs.agent.url });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await stubs[Symbol.asyncDispose]();
  });

  it('forwards a conversation, whole and streamed, and both lists of models', async () => {
    const { agent } = createClient({ baseUrl: evals.url, agentUrl: `${evals.url}/agent` });
    const headers = { 'x-model-id': FINE_TUNED };
    const whole = await agent.request('POST /', { body: HELLO, headers });
    assert.equal(whole.content, 'from the studio');
    const events: AgentStreamEvent[] = [];
    for await (const event of agent.stream(HELLO, { modelId: 'a/model' })) events.push(event);
    const text = events.map((event) => ('content' in event ? event.content : '')).join('');
    assert.equal(text, 'from the hub');
    assert.deepEqual(StudioModels.parse(await agent.request('GET /studio/models')), {
      'support-de': FINE_TUNED,
      'qwen-gdpr': FINE_TUNED.toUpperCase(),
    });
    const { data } = await agent.request('GET /v1/models');
    assert.ok(data.some(({ id }) => id === FINE_TUNED));
  });

  it('forwards errors of the agent backend unchanged', async () => {
    const response = await post(evals, { 'x-model-id': 'gpt4' });
    assert.deepEqual((await readProblem(response)).slice(0, 2), [400, 'invalid_model_id']);
  });

  it('reaches no other route of the agent backend', async () => {
    for (const path of ['/agent/metrics', '/agent/v1/chat/completions', '/agent/../metrics2']) {
      assert.equal((await fetch(evals.url + path)).status, 404, path);
    }
  });

  it('reports that no agent backend is configured', async () => {
    await using alone = await startService('evals');
    const [status, code, detail] = await readProblem(await post(alone, { 'x-model-id': 'a/b' }));
    assert.deepEqual([status, code], [503, 'agent_not_configured']);
    assert.match(detail, /AGENT_URL/);
  });

  it('reports that the agent backend does not answer, or that another program answers', async () => {
    await using other = await startStub((_, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
    });
    for (const url of ['http://127.0.0.1:1', other.url]) {
      await using lost = await startService('evals', { AGENT_URL: url });
      const [status, code] = await readProblem(await post(lost, { 'x-model-id': 'a/b' }));
      assert.deepEqual([status, code], [502, 'agent_unavailable'], url);
    }
  });

  it('requires the scope chat, withholds the caller’s key and sends the configured one', async () => {
    await using agent = await startService('agent', { FAIRTRIAL_API_KEYS: 'agent-key' });
    const keys = { FAIRTRIAL_API_KEYS: 'reader;name=r;scope=read,talker;name=t;scope=chat' };
    await using keyed = await startService('evals', {
      ...keys,
      AGENT_URL: agent.url,
      AGENT_API_KEY: 'agent-key',
    });
    const asked = (service: Service, key: string): Promise<Response> =>
      fetch(`${service.url}/agent/studio/models`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal((await asked(keyed, 'reader')).status, 403);
    assert.equal((await asked(keyed, 'talker')).status, 200);
    await using endpoint = await startService('evals', {
      ...keys,
      AGENT_URL: agent.url,
      ENDPOINTS: `${agent.url};key=agent-key`,
    });
    assert.equal((await asked(endpoint, 'talker')).status, 200);
    await using unkeyed = await startService('evals', { ...keys, AGENT_URL: agent.url });
    const [status, code, detail] = await readProblem(await asked(unkeyed, 'talker'));
    // A 401 would make the caller sign in again with a key that is already correct.
    assert.deepEqual([status, code], [502, 'agent_auth']);
    assert.match(detail, /AGENT_API_KEY/);
  });

  it('hangs up when its caller does', async () => {
    let isClosed = false;
    await using slow = await startStub((_, response) => {
      response.setHeader('content-type', 'text/event-stream').write('data: {"content":"a"}\n\n');
      response.once('close', () => (isClosed = true));
    });
    await using proxy = await startService('evals', { AGENT_URL: slow.url });
    const caller = new AbortController();
    const response = await fetch(`${proxy.url}/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-model-id': 'a/b' },
      body: JSON.stringify(HELLO),
      signal: caller.signal,
    });
    await response.body?.getReader().read();
    caller.abort();
    await until('the request to the agent backend is closed', () => isClosed);
  });
});
