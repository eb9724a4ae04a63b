import { Settings, TestCallResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';

async function settingsOf(evals: Service): Promise<Settings> {
  return Settings.parse(await (await fetch(`${evals.url}/settings`)).json());
}

async function tryOut(evals: Service, body: object): Promise<TestCallResult> {
  const response = await fetch(`${evals.url}/test-call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return TestCallResult.parse(answer);
}

describe('GET /settings', () => {
  it('lists which keys are set, and none of their values', async () => {
    const secrets = {
      ENDPOINTS: 'http://127.0.0.1:9/v1;key=endpoint-secret',
      AGENT_API_KEY: 'agent-secret',
      JUDGE_API_KEY: 'judge-secret',
    };
    await using evals = await startService('evals', {
      ...secrets,
      AGENT_URL: 'http://127.0.0.1:8000',
      MAX_ATTEMPTS: '7',
      RETENTION_DAYS: '30',
      JUDGE_MODEL: 'judge-a,judge-b',
      JUDGE_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    const settings = await settingsOf(evals);
    assert.deepEqual(settings.keys, [
      { name: 'FAIRTRIAL_API_KEYS', is_set: false },
      { name: 'ENDPOINTS', is_set: true },
      { name: 'OPENAI_API_KEY', is_set: false },
      { name: 'AGENT_API_KEY', is_set: true },
      { name: 'JUDGE_API_KEY', is_set: true },
      { name: 'EMBEDDINGS_API_KEY', is_set: false },
      { name: 'USER_API_KEY', is_set: false },
    ]);
    assert.deepEqual(settings.agent, { url: 'http://127.0.0.1:8000', has_key: true });
    assert.deepEqual(settings.endpoints, ['http://127.0.0.1:9/v1']);
    assert.equal(settings.limits.attempts, 7);
    assert.deepEqual(settings.judges, ['judge-a', 'judge-b']);
    assert.deepEqual([settings.storage.kind, settings.storage.retention_days], ['external', 30]);
    assert.doesNotMatch(JSON.stringify(settings), /secret|postgres:|@/);
  });
});

it('GET /settings shows a key only what it needs, and nothing about the operator’s setup', async () => {
  const keys = ['run+read', 'chat+read', 'read'].map((scope) => ({ scope, key: `key-${scope}` }));
  await using evals = await startService('evals', {
    FAIRTRIAL_API_KEYS: keys.map(({ scope, key }) => `${key};scope=${scope}`).join(','),
    JUDGE_API_KEY: 'judge-secret',
    AGENT_URL: 'http://127.0.0.1:8000',
    ENDPOINTS: 'http://127.0.0.1:9/v1',
  });
  const shown = keys.map(async ({ key }) => {
    const response = await fetch(`${evals.url}/settings`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return Settings.parse(await response.json());
  });
  const [run, chat, read] = await Promise.all(shown);
  assert.ok(run && chat && read);
  const agent = { url: 'http://127.0.0.1:8000', has_key: false };
  assert.deepEqual([run.endpoints, run.agent], [['http://127.0.0.1:9/v1'], agent]);
  assert.deepEqual([chat.endpoints, chat.agent], [[], agent]);
  assert.deepEqual([read.endpoints, read.agent], [[], null]);
  for (const settings of [run, chat, read]) {
    assert.deepEqual([settings.keys, settings.storage.location], [[], null]);
    assert.doesNotMatch(JSON.stringify(settings), /API_KEY|postgres|54\d\d|secret/);
  }
});

describe('POST /test-call', () => {
  it('calls the endpoint once, as a run would, and stores no run', async () => {
    await using stub = await startStub((_, response) => sendJson(response, chatCompletion('Hi!')));
    await using evals = await startService('evals');
    const call = { endpoint: `${stub.url}/v1`, model_id: 'm', message: 'Good morning' };
    const result = await tryOut(evals, call);
    assert.deepEqual(
      [result.outcome, result.reply, result.protocol, result.error],
      ['answered', 'Hi!', 'openai', null],
    );
    assert.equal(stub.requests.length, 1);
    assert.match(JSON.stringify(stub.requests[0]), /Good morning/);
    const runs = await (await fetch(`${evals.url}/runs`)).json();
    assert.deepEqual(runs, { runs: [], next_cursor: null });
  });

  it('reports a failure as an outcome, and does not retry', async () => {
    await using stub = await startStub((_, response) => void response.writeHead(500).end());
    await using evals = await startService('evals');
    const failed = await tryOut(evals, { endpoint: `${stub.url}/v1`, model_id: 'm' });
    assert.deepEqual([failed.outcome, failed.error?.status], ['endpoint_failed', 500]);
    assert.equal(stub.requests.length, 1);
    const nonsense = await tryOut(evals, { endpoint: 'not-a-url', model_id: 'm' });
    assert.equal(nonsense.error?.kind, 'bad_endpoint');
  });

  it('reaches no address that a run may not reach', async () => {
    await using evals = await startService('evals', { EGRESS_MODE: 'public' });
    const { error } = await tryOut(evals, { endpoint: 'http://169.254.169.254/', model_id: 'm' });
    assert.equal(error?.kind, 'blocked');
  });
});
