import { type Client, createClient } from '@fairtrial/client';
import { EvaluationRequest, Problem, StoredTargets, type FieldError } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createRequest,
  evaluate,
  firstInteraction,
  postEvaluate,
} from '../../support/calls/evaluate.ts';
import { ask, postJson, refusal, type ApiTarget } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const SECRET = 'sk-proj-0123456789abcdefghij';
const TEMPLATE = { body: { question: '{{user_message}}' } };

describe('stored targets', () => {
  let evals: Service;
  let ours: Client;

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: 'ours;project=ours,theirs;project=theirs,reader;project=ours;scope=read',
    });
    ours = createClient({ baseUrl: evals.url, apiKey: 'ours' });
  });
  after(() => evals[Symbol.asyncDispose]());

  const as = (key: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer ${key}` },
  });

  async function put(path: string, body: unknown, key = 'ours'): Promise<Problem> {
    const response = await fetch(evals.url + path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...as(key).headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(!text.includes(SECRET), 'a secret is not repeated');
    return Problem.parse(JSON.parse(text));
  }

  async function namesAs(key: string): Promise<readonly string[]> {
    const { body } = await ask(as(key), '/targets');
    return StoredTargets.parse(body).targets.map(({ name }) => name);
  }

  it('are listed, replaced and deleted by their project only', async () => {
    const stored = await ours.request('PUT /targets/:name', {
      name: 'shop',
      body: { reply: '/a' },
    });
    assert.deepEqual([stored.name, stored.target.reply], ['shop', '/a']);
    await ours.request('PUT /targets/:name', { name: 'bank', body: TEMPLATE });
    await ours.request('PUT /targets/:name', { name: 'shop', body: { reply: '/b' } });
    const { targets } = await ours.request('GET /targets');
    assert.deepEqual(
      targets.map(({ name, target }) => [name, target]),
      [
        ['bank', TEMPLATE],
        ['shop', { reply: '/b' }],
      ],
    );
    assert.deepEqual(await namesAs('theirs'), []);
    assert.deepEqual(await refusal(as('theirs'), '/targets/shop', 'DELETE'), [404, 'not_found']);
    await ours.request('DELETE /targets/:name', { name: 'shop' });
    assert.deepEqual(await namesAs('ours'), ['bank']);
    assert.deepEqual(await refusal(as('ours'), '/targets/shop', 'DELETE'), [404, 'not_found']);
  });

  it('can be read by a key for reading, but not changed', async () => {
    await ours.request('PUT /targets/:name', { name: 'readable', body: { reply: '/a' } });
    assert.ok((await namesAs('reader')).includes('readable'));
    assert.equal((await put('/targets/readable', { reply: '/b' }, 'reader')).code, 'forbidden');
    assert.deepEqual(await refusal(as('reader'), '/targets/readable', 'DELETE'), [
      403,
      'forbidden',
    ]);
  });

  it('are refused with a secret, a bad name, an unknown field or placeholder, or too many bytes', async () => {
    for (const [body, pointer] of [
      [{ ...TEMPLATE, headers: { 'x-api-key': 'x' } }, '/headers/x-api-key'],
      [{ body: { text: '{{user_message}}', note: SECRET } }, '/body/note'],
      [{ ...TEMPLATE, path: '/{{nonsense}}' }, '/path'],
    ] as const) {
      const { status, errors } = await put('/targets/refused', body);
      assert.deepEqual([status, errors?.[0]?.pointer], [422, pointer]);
    }
    assert.equal((await put('/targets/refused', { replay: '/a' })).status, 422);
    assert.equal((await put('/targets/Not%20a%20name', { reply: '/a' })).status, 422);
    const large = { body: ['{{user_message}}', 'x'.repeat(70_000)] };
    assert.equal((await put('/targets/refused', large)).code, 'body_too_large');
    assert.ok(!(await namesAs('ours')).includes('refused'));
  });

  it('are at most 100 in a project', async () => {
    const theirs = createClient({ baseUrl: evals.url, apiKey: 'theirs' });
    for (let no = 0; no < 100; no += 1)
      await theirs.request('PUT /targets/:name', { name: `t${no}`, body: { reply: '/a' } });
    const { code, detail } = await put('/targets/one-more', { reply: '/a' }, 'theirs');
    assert.equal(code, 'limit_exceeded');
    assert.match(detail, /delete one with DELETE/);
    await theirs.request('PUT /targets/:name', { name: 't0', body: { reply: '/b' } });
  });
});

describe('a request that names a target', () => {
  let evals: Service;
  let endpoint: Stub;
  let client: Client;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) =>
      sendJson(response, { data: { first: 'One', second: 'Two' } }),
    );
    client = createClient({ baseUrl: evals.url });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function plannedRequest(runId: string): Promise<EvaluationRequest> {
    const { body } = await ask(evals, `/runs/${runId}/request`);
    return EvaluationRequest.parse(body);
  }

  it('is played with the stored target of that time, which later changes do not affect', async () => {
    await client.request('PUT /targets/:name', { name: 'shop', body: { reply: '/data/first' } });
    const request = { endpoint: endpoint.url, protocol: 'agent', target: 'shop' };
    const first = await evaluate(evals, request);
    assert.equal(firstInteraction(first).agent_reply, 'One');
    await client.request('PUT /targets/:name', { name: 'shop', body: { reply: '/data/second' } });
    const second = await evaluate(evals, request);
    assert.equal(firstInteraction(second).agent_reply, 'Two');
    await client.request('DELETE /targets/:name', { name: 'shop' });
    for (const [run, reply] of [
      [first, '/data/first'],
      [second, '/data/second'],
    ] as const) {
      const { target } = await plannedRequest(run.run_id);
      assert.ok(typeof target === 'object');
      assert.equal(target.reply, reply);
    }
  });

  it('and is repeated with its Idempotency-Key returns the first run, also if the target was changed or deleted', async () => {
    const headers = { 'idempotency-key': 'named target' };
    const request = createRequest({
      endpoint: endpoint.url,
      protocol: 'agent',
      target: 'repeated',
    });
    await client.request('PUT /targets/:name', {
      name: 'repeated',
      body: { reply: '/data/first' },
    });
    const first = await postEvaluate(evals, request, headers);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    await client.request('PUT /targets/:name', {
      name: 'repeated',
      body: { reply: '/data/second' },
    });
    assert.deepEqual((await postEvaluate(evals, request, headers)).body, first.body);
    // A target that the request can no longer be played with.
    await client.request('PUT /targets/:name', { name: 'repeated', body: TEMPLATE });
    assert.deepEqual((await postEvaluate(evals, request, headers)).body, first.body);
    await client.request('DELETE /targets/:name', { name: 'repeated' });
    assert.deepEqual((await postEvaluate(evals, request, headers)).body, first.body);
    const other = await postEvaluate(evals, { ...request, attempts: 2 }, headers);
    assert.deepEqual([other.status, Problem.parse(other.body).code], [422, 'idempotency_conflict']);
  });

  it('is a test call with the stored target', async () => {
    await client.request('PUT /targets/:name', { name: 'tried', body: { reply: '/data/second' } });
    const call = { endpoint: endpoint.url, model_id: 'm', protocol: 'agent' } as const;
    assert.equal(
      (await client.request('POST /test-call', { body: { ...call, target: 'tried' } })).reply,
      'Two',
    );
  });

  it('is refused with advice if there is no such target', async () => {
    const call = { endpoint: endpoint.url, model_id: 'm', target: 'nothing' };
    for (const [path, body] of [
      ['/evaluate', createRequest(call)],
      ['/test-call', call],
    ] as const) {
      const answer = await postJson(evals, path, body);
      const { status, errors } = Problem.parse(answer.body);
      assert.deepEqual([status, errors?.map(({ pointer }) => pointer)], [422, ['/target']]);
      assert.match(errors?.[0]?.detail ?? '', /PUT \/targets\/nothing/);
    }
  });
});

describe('a request with a target', () => {
  let evals: Service;
  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  async function faultOf(path: string, body: object): Promise<FieldError | undefined> {
    const answer = await postJson(evals, path, body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return Problem.parse(answer.body).errors?.[0];
  }

  it('that describes the request has the protocol custom, and with a session no history', async () => {
    const body = { ...TEMPLATE.body, id: '{{session}}' };
    const target = { body, session: { from: '/id' } };
    const request = createRequest({ target, system_prompt: 'Be brief.' });
    const started = await fetch(`${evals.url}/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(request),
    });
    const { run_id } = (await started.json()) as { run_id: string };
    const { body: repeated } = await ask(evals, `/runs/${run_id}/request`);
    const planned = EvaluationRequest.parse(repeated);
    assert.deepEqual([planned.protocol, planned.history], ['custom', 'none']);
    const again = await postJson(evals, '/evaluate', repeated);
    assert.equal(again.status, 200, 'the request can be repeated');
  });

  it('is refused if protocol, session or against contradict the target, with the field', async () => {
    const session = { from: '/id' };
    for (const [fields, pointer] of [
      [{ target: TEMPLATE, protocol: 'openai' }, '/protocol'],
      [{ protocol: 'custom' }, '/protocol'],
      [{ target: { session } }, '/target/session'],
      [{ target: TEMPLATE, against: 'other' }, '/against'],
    ] as const) {
      const fault = await faultOf('/evaluate', createRequest(fields));
      assert.equal(fault?.pointer, pointer, fault?.detail);
    }
    const call = { endpoint: 'http://127.0.0.1:1/', model_id: 'm', target: { session } };
    assert.equal((await faultOf('/test-call', call))?.pointer, '/target/session');
  });

  it('is refused if its conversations would lose their earlier turns, unlike a test call with it', async () => {
    const interactions = ['I lost my card.', 'The blue one.'].map((user_message) => ({
      user_message,
    }));
    const test_batch = { interactions };
    const fault = await faultOf('/evaluate', createRequest({ target: TEMPLATE, test_batch }));
    assert.equal(fault?.pointer, '/target/body');
    assert.match(fault?.detail ?? '', /^earlier turns are not sent: insert \{\{messages\}\}/);
    const call = { endpoint: 'http://127.0.0.1:1/', model_id: 'm', target: TEMPLATE };
    assert.equal((await postJson(evals, '/test-call', call)).status, 200);
  });

  it('is refused with a secret in the template, in no answer and no log', async () => {
    const target = { ...TEMPLATE, headers: { 'x-note': SECRET } };
    const call = { endpoint: 'http://127.0.0.1:1/', model_id: 'm', target };
    for (const [path, body] of [
      ['/evaluate', createRequest({ target })],
      ['/test-call', call],
    ] as const) {
      const fault = await faultOf(path, body);
      assert.equal(fault?.pointer, '/target/headers/x-note');
      assert.match(fault?.detail ?? '', /ENDPOINTS/);
      assert.ok(!fault?.detail.includes(SECRET));
    }
    assert.ok(!evals.output().includes(SECRET));
  });
});
