import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  evaluate,
  firstInteraction,
  listTurns,
  postEvaluate,
  createRequest,
} from '../../support/calls/evaluate.ts';
import { scoresOfExample } from '../../support/data/example-scores.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  lastBody,
  sendJson,
  startStub,
  type Stub,
} from '../../support/stubs/start-stub.ts';

const REPLY = 'Hi, how can I help?';

describe('spec: the evaluation service', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion(REPLY)));
    const env = { ENDPOINTS: `${endpoint.url};key=endpoint-key` };
    evals = await startService('evals', env);
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const two = [
    { id: 'a', user_message: 'One', reference_reply: REPLY },
    { id: 'b', user_message: 'Two', reference_reply: 'Something else' },
  ];

  it('1.1 POST /evaluate accepts a batch, an endpoint, a model and a number of attempts', async () => {
    const { status } = await postEvaluate(evals, createRequest({ endpoint: endpoint.url }));
    assert.equal(status, 200);
  });

  it('1.1 runs the stated number of attempts', async () => {
    const asked = endpoint.requests.length;
    const answer = await evaluate(evals, { endpoint: endpoint.url, attempts: 3 });
    assert.equal(endpoint.requests.length - asked, 3);
    assert.equal(answer.results.scenarios[0]?.attempts.length, 3);
  });

  it('1.1, 4.1 fills in the generated reply of each interaction', async () => {
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      test_batch: { id: 's', interactions: two },
    });
    assert.deepEqual(
      listTurns(answer).map((interaction) => interaction.agent_reply),
      [REPLY, REPLY],
    );
  });

  it('1.1 compares with the reference reply and metadata, and averages per attempt and scenario', async () => {
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      attempts: 2,
      test_batch: { id: 's', interactions: two },
    });
    assert.deepEqual(
      listTurns(answer).map((interaction) => interaction.scores['exact_match']),
      [1, 0],
    );
    const [scenario] = answer.results.scenarios;
    for (const attempt of scenario?.attempts ?? []) {
      assert.equal(attempt.average_scores['exact_match'], 0.5);
    }
    assert.equal(scenario?.average_scores['exact_match'], 0.5);
    const labelled = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(firstInteraction(labelled).scores['metadata'], 1);
  });

  it('1.1, 5 calls the endpoint with the credentials of its own environment', async () => {
    await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(endpoint.requests.at(-1)?.headers.authorization, 'Bearer endpoint-key');
  });

  it('1.1 runs independently of the agent backend, which knows nothing about evaluations', async () => {
    await using agent = await startService('agent');
    const other = await fetch(`${agent.url}/evaluate`, { method: 'POST' });
    assert.equal(other.status, 404);
  });

  it('2.1 uses model_id as the model at the endpoint', async () => {
    await evaluate(evals, { endpoint: endpoint.url, model_id: 'acme/m-7' });
    assert.equal(lastBody(endpoint).model, 'acme/m-7');
  });

  it('2.2 the turns of the scenario are played in order, each with the messages before it', async () => {
    const asked = endpoint.requests.length;
    await evaluate(evals, { endpoint: endpoint.url, test_batch: { id: 's', interactions: two } });
    const sent = endpoint.requests
      .slice(asked)
      .map((request) => (request.body as { messages: { content: string }[] }).messages);
    assert.deepEqual(
      sent.map((messages) => messages.map((message) => message.content)),
      [['One'], ['One', REPLY, 'Two']],
    );
  });

  it('2.3 an interaction result contains every input field', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    const { id, user_message, agent_reply, reference_reply, interaction_type, reference_metadata } =
      firstInteraction(answer);
    assert.deepEqual(
      { id, user_message, agent_reply, reference_reply, interaction_type, reference_metadata },
      {
        id: 'interaction-1',
        user_message: 'Hello',
        agent_reply: REPLY,
        reference_reply: REPLY,
        interaction_type: 'opening',
        reference_metadata: { intent: 'greet', sentiment: 'positive' },
      },
    );
  });

  it('2.3 generated_metadata holds annotations of the generated reply', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.deepEqual(firstInteraction(answer).generated_metadata, {
      intent: 'greet',
      sentiment: 'positive',
    });
  });

  it('2.4 the answer has message and results.scenarios, one entry per scenario', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(typeof answer.message, 'string');
    assert.equal(answer.results.scenarios.length, 1);
  });

  it('2.4 scenario_id equals test_batch.id', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(answer.results.scenarios[0]?.scenario_id, 'scenario-1');
  });

  it('2.4 average_scores are objects of scores, per attempt and per scenario', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url, attempts: 2 });
    const [scenario] = answer.results.scenarios;
    const expected = {
      ...scoresOfExample(),
      exact_match: 1,
      token_f1: 1,
      rouge_l: 1,
      levenshtein: 1,
      chrf: 1,
      consistency: 1,
      metadata: 1,
      'metadata.intent': 1,
      'metadata.sentiment': 1,
      reply: 1,
      overall: 1,
      answered: 1,
    };
    assert.deepEqual(scenario?.average_scores, expected);
    assert.deepEqual(scenario?.attempts[1]?.average_scores, expected);
  });

  it('4.1 the request is sent as application/json and the answer is JSON', async () => {
    const { headers } = await postEvaluate(evals, createRequest({ endpoint: endpoint.url }));
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  });

  it('4.1 a completed run returns message and results', async () => {
    const answer = await evaluate(evals, { endpoint: endpoint.url });
    assert.equal(answer.message, 'Evaluation completed successfully');
    assert.ok(answer.results);
  });

  it('7.1 an endpoint that cannot be reached or used leads to Request failed in agent_reply', async () => {
    const unreachable = await evaluate(evals, { endpoint: 'http://127.0.0.1:1/' });
    assert.equal(firstInteraction(unreachable).agent_reply, 'Request failed');
    await using refusing = await startStub((_, response) =>
      sendJson(response, { error: 'no such model' }, 404),
    );
    const wrongModel = await evaluate(evals, { endpoint: refusing.url, model_id: 'wrong' });
    assert.equal(firstInteraction(wrongModel).agent_reply, 'Request failed');
  });

  it('7.1 only the affected interactions fail', async () => {
    await using shaky = await startStub((request, response) => {
      const { messages } = request.body as { messages: { content: string }[] };
      if (messages.at(-1)?.content === 'Two') response.writeHead(500).end();
      else sendJson(response, chatCompletion('fine'));
    });
    const answer = await evaluate(evals, {
      endpoint: shaky.url,
      test_batch: { id: 's', interactions: [...two, { user_message: 'Three' }] },
    });
    assert.deepEqual(
      listTurns(answer).map((interaction) => interaction.agent_reply),
      ['fine', 'Request failed', 'fine'],
    );
  });
});
