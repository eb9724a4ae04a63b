import { EvaluationResponse, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  evaluate,
  firstInteraction,
  listTurns,
  postEvaluate,
  createRequest,
} from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  lastBody,
  sendJson,
  startStub,
  type Stub,
} from '../../support/stubs/start-stub.ts';

describe('the evaluation service, where the specification leaves it open', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', { MAX_CONCURRENCY: '4' });
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function refused(body: unknown): Promise<Problem> {
    const { status, body: answer } = await postEvaluate(evals, body);
    const problem = Problem.parse(answer);
    assert.equal(status, problem.status);
    return problem;
  }

  it('required fields: interactions with a user_message, endpoint and model_id; all others have defaults', async () => {
    const test_batch = { interactions: [{ user_message: 'a' }, { user_message: 'b' }] };
    const request = { test_batch, endpoint: endpoint.url, model_id: 'm' };
    const answer = EvaluationResponse.parse((await postEvaluate(evals, request)).body);
    const [scenario] = answer.results.scenarios;
    assert.equal(answer.attempts, 1);
    assert.ok(scenario?.scenario_id);
    assert.ok(answer.test_name.startsWith(scenario.scenario_id));
    assert.equal(scenario.description, '');
    const [first, second] = listTurns(answer);
    assert.equal(first?.interaction_type, 'opening');
    assert.equal(second?.interaction_type, 'development');
    assert.notEqual(first.id, second.id);
    assert.equal(first.reference_reply, '');
    assert.deepEqual(first.reference_metadata, {});
  });

  it('required fields: missing or invalid ones are 422 with a pointer', async () => {
    const batch = { interactions: [{ user_message: 'a' }] };
    const whole = { test_batch: batch, endpoint: 'http://x', model_id: 'm' };
    const cases = [
      [{ ...whole, test_batch: undefined }, '/test_batch'],
      [{ ...whole, endpoint: undefined }, '/endpoint'],
      [{ ...whole, endpoint: '' }, '/endpoint'],
      [{ ...whole, endpoint: 7 }, '/endpoint'],
      [{ ...whole, model_id: undefined }, '/model_id'],
      [{ ...whole, model_id: '' }, '/model_id'],
      [{ ...whole, test_batch: {} }, '/test_batch/interactions'],
      [{ ...whole, test_batch: { interactions: [] } }, '/test_batch/interactions'],
      [{ ...whole, test_batch: { interactions: [{}] } }, '/test_batch/interactions/0/user_message'],
      [
        { ...whole, test_batch: { interactions: [{ user_message: 1 }] } },
        '/test_batch/interactions/0/user_message',
      ],
      [{ ...whole, test_batch: [batch, {}] }, '/test_batch/1/interactions'],
      [{ ...whole, test_batch: [] }, '/test_batch'],
    ] as const;
    for (const [body, pointer] of cases) {
      const problem = await refused(body);
      assert.equal(problem.status, 422, pointer);
      assert.deepEqual(
        problem.errors?.map((error) => error.pointer),
        [pointer],
      );
    }
  });

  it('required fields: null in an optional field equals omitting it', async () => {
    const nulls = { attempts: null, test_name: null, protocol: null, history: null };
    const answer = await evaluate(evals, { endpoint: endpoint.url, ...nulls });
    assert.equal(answer.attempts, 1);
  });

  it('required fields: unknown fields are kept and echoed, incoming replies ignored', async () => {
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      team: 'blue',
      test_batch: {
        id: 's',
        owner: 'me',
        interactions: [
          {
            user_message: 'a',
            level: 3,
            agent_reply: 'old',
            generated_metadata: { old: true },
          },
        ],
      },
    });
    assert.equal(answer['team'], 'blue');
    assert.equal(answer.results.scenarios[0]?.['owner'], 'me');
    assert.equal(firstInteraction(answer)['level'], 3);
    assert.equal(firstInteraction(answer).agent_reply, 'Hi');
    assert.deepEqual(firstInteraction(answer).generated_metadata, {});
  });

  it('required fields: repeated ids are accepted, kept by position, with a warning', async () => {
    const same = { id: 'same', user_message: 'a' };
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      test_batch: { id: 's', interactions: [same, same] },
    });
    assert.equal(listTurns(answer).length, 2);
    assert.match(answer.warnings[0] ?? '', /interaction id 'same' occurs more than once/);
  });

  it('interaction_type: any string up to 64 characters', async () => {
    const batch = (interaction_type: string): object => ({
      endpoint: endpoint.url,
      test_batch: { interactions: [{ user_message: 'a', interaction_type }] },
    });
    const answer = await evaluate(evals, batch('farewell'));
    assert.equal(firstInteraction(answer).interaction_type, 'farewell');
    assert.equal((await refused(createRequest(batch('x'.repeat(65))))).status, 422);
  });

  it('several scenarios: an array gives one result entry each, named if they have a name', async () => {
    const scenario = (id: string, name?: string): object => ({
      id,
      ...(name === undefined ? {} : { name }),
      interactions: [{ user_message: id }],
    });
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      test_batch: [scenario('one'), scenario('two', 'The second')],
    });
    assert.deepEqual(
      answer.results.scenarios.map((result) => [result.scenario_id, result.name]),
      [
        ['one', 'one'],
        ['two', 'The second'],
      ],
    );
  });

  it('answer: contains the request, the usage and the confidence intervals along with the results', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url, attempts: 3 });
    assert.equal(answer.message, 'Evaluation completed successfully');
    assert.match(answer.run_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.equal(answer.test_name, 'first test');
    assert.equal(answer.endpoint, endpoint.url);
    assert.equal(answer.model_id, 'model-1');
    assert.equal(answer.attempts, 3);
    assert.ok(answer.duration_ms >= 0);
    assert.deepEqual(answer.usage, { input_tokens: 33, output_tokens: 15, total_tokens: 48 });
    assert.equal(answer.stats['token_f1']?.n, 3);
    assert.deepEqual(answer.stats['token_f1'], answer.results.scenarios[0]?.stats['token_f1']);
    assert.ok(Array.isArray(answer.warnings));
  });

  it('interaction result: scores, outcome, latency, usage and the source of the labels', async () => {
    const first = firstInteraction(await evaluate(evals, { endpoint: endpoint.url }));
    assert.equal(first.outcome, 'answered');
    assert.equal(first.error, null);
    assert.equal(first.metadata_source, 'nearest_reference');
    assert.deepEqual(first.usage, { input_tokens: 11, output_tokens: 5, total_tokens: 16 });
    assert.equal(first.passed, null);
    assert.ok(first.latency_ms >= 0);
  });

  it('average_scores: a metric that cannot apply is left out of the whole run', async () => {
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      test_batch: { interactions: [{ user_message: 'a' }] },
    });
    assert.deepEqual(answer.results.scenarios[0]?.average_scores, { answered: 1 });
    assert.deepEqual(Object.keys(answer.stats), ['answered']);
  });

  it('conversation: live history by default, reference replies or none on request', async () => {
    const interactions = [
      { user_message: 'One', reference_reply: 'Reference' },
      { user_message: 'Two' },
    ];
    for (const [history, expected] of [
      [undefined, ['One', 'Hi', 'Two']],
      ['reference', ['One', 'Reference', 'Two']],
      ['none', ['Two']],
    ] as const) {
      await evaluate(evals, { endpoint: endpoint.url, history, test_batch: { interactions } });
      assert.deepEqual(
        lastBody(endpoint).messages.map((message) => message['content']),
        expected,
      );
    }
  });

  it('prompt and parameters: sent to the endpoint, and cannot replace model and messages', async () => {
    await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      system_prompt: 'Be brief.',
      parameters: { temperature: 0.2, seed: 7, model: 'other', messages: [] },
    });
    assert.deepEqual(lastBody(endpoint), {
      temperature: 0.2,
      seed: 7,
      model: 'model-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    });
  });

  it('status codes: problems for malformed JSON, other content types, paths and methods', async () => {
    assert.equal((await refused('{')).code, 'malformed_json');
    for (const [type, status] of [
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['application/json; charset=utf-8', 200],
    ] as const) {
      const answer = await postEvaluate(evals, createRequest({ endpoint: endpoint.url }), {
        'content-type': type,
      });
      assert.equal(answer.status, status, type);
    }
    const method = await fetch(`${evals.url}/evaluate`);
    assert.equal(method.status, 405);
    assert.equal(method.headers.get('allow'), 'POST');
    assert.equal(Problem.parse(await method.json()).code, 'method_not_allowed');
    const path = await fetch(`${evals.url}/nowhere`);
    assert.equal(Problem.parse(await path.json()).code, 'not_found');
  });

  it('limits: attempts, interactions and size are bounded', async () => {
    for (const attempts of [0, -1, 1.5, '3', 1e9, 101]) {
      const problem = await refused(createRequest({ attempts }));
      assert.equal(problem.status, 422, String(attempts));
      assert.equal(problem.errors?.[0]?.pointer, '/attempts');
    }
    const many = Array.from({ length: 1001 }, () => ({ user_message: 'a' }));
    const tooMany = await refused(createRequest({ test_batch: { interactions: many } }));
    assert.equal(tooMany.code, 'limit_exceeded');
    const long = { interactions: [{ user_message: 'x'.repeat(1_000_001) }] };
    assert.equal((await refused(createRequest({ test_batch: long }))).code, 'invalid_request');
    const huge = { interactions: [{ user_message: 'x'.repeat(17 * 1024 * 1024) }] };
    // Repeated, because an answer that arrives while the caller is still sending is easily lost.
    for (let n = 0; n < 10; n += 1) {
      assert.equal((await refused(createRequest({ test_batch: huge }))).code, 'body_too_large');
    }
  });

  it('versioning: /openapi.json contains the version', async () => {
    const response = await fetch(`${evals.url}/openapi.json`);
    const document = (await response.json()) as { openapi: string; info: { version: string } };
    assert.match(document.openapi, /^3\.1/);
    assert.match(document.info.version, /^\d+\.\d+\.\d+$/);
  });
});
