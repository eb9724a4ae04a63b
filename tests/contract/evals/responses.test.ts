import type { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { runSamples } from '../../support/data/sample-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { lastBody, sendJson, startStub } from '../../support/stubs/start-stub.ts';

/** What a run with only answered turns found out about the model: all that does not depend on ids and times. */
function outcomeOf({ results }: EvaluationResponse): unknown {
  for (const { average_scores } of results.scenarios) assert.equal(average_scores['answered'], 1);
  return results.scenarios.map(({ name, average_scores, attempts }) => ({
    name,
    average_scores,
    attempts: attempts.map(({ interactions }) =>
      interactions.map(({ agent_reply, generated_metadata, usage, scores }) => ({
        agent_reply,
        generated_metadata,
        usage,
        scores,
      })),
    ),
  }));
}

describe('the Responses protocol', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  /** The run is the first of its simulator, because the simulator answers each run differently. */
  async function runWith(path: string, changes: object = {}): Promise<EvaluationResponse> {
    await using simulator = await startService('simulator');
    const endpoint = simulator.url + path;
    return await runSamples(evals, { endpoint, model_id: 'sim/v1', attempts: 2, ...changes });
  }

  it('gives the same replies, scores and means as chat completions, stateless and with a session', async () => {
    const chat = await runWith('/v1');
    const stateless = await runWith('/v1/responses');
    assert.deepEqual([chat.protocol, stateless.protocol], ['openai', 'responses']);
    assert.deepEqual(outcomeOf(stateless), outcomeOf(chat));
    const target = { session: { from: '/id' } };
    const session = await runWith('/v1', { protocol: 'responses', target });
    assert.equal(session.protocol, 'responses');
    assert.deepEqual(outcomeOf(session), outcomeOf(chat));
  });

  it('gives the same replies through the agent backend as its chat completions', async () => {
    const outcomes: unknown[] = [];
    for (const path of ['/v1', '/v1/responses']) {
      await using simulator = await startService('simulator');
      await using agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
      const endpoint = agent.url + path;
      const asked = { endpoint, model_id: 'sim/v1', attempts: 1, concurrency: 1 };
      outcomes.push(outcomeOf(await runSamples(evals, asked)));
    }
    assert.deepEqual(outcomes[1], outcomes[0]);
  });

  it('with a session, sends only the last message and the id of the response before it', async () => {
    await using endpoint = await startStub((_, response) => {
      const id = `resp_${endpoint.requests.length}`;
      const content = [{ type: 'output_text', text: 'Hi', annotations: [] }];
      const output = [{ type: 'message', role: 'assistant', content }];
      sendJson(response, { id, object: 'response', status: 'completed', output });
    });
    const turn = { reference_reply: 'Hi' };
    await evaluate(evals, {
      endpoint: `${endpoint.url}/v1/responses`,
      target: { session: { from: '/id' } },
      test_batch: {
        interactions: ['One', 'Two', 'Three'].map((user_message) => ({ ...turn, user_message })),
      },
    });
    const asked = (content: string): object => ({
      model: 'model-1',
      input: [{ role: 'user', content }],
      store: true,
    });
    assert.deepEqual(
      endpoint.requests.map(({ body }) => body),
      [
        asked('One'),
        { ...asked('Two'), previous_response_id: 'resp_1' },
        { ...asked('Three'), previous_response_id: 'resp_2' },
      ],
    );
  });

  it('sends parameters under the names of the Responses API, and reads calls of functions', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [{ type: 'function_call', call_id: 'c', name: 'look', arguments: '{"at":1}' }],
      }),
    );
    const answer = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1/responses`,
      system_prompt: 'Be brief',
      parameters: {
        max_tokens: 9,
        tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
      },
    });
    assert.deepEqual(lastBody(endpoint), {
      model: 'model-1',
      instructions: 'Be brief',
      input: [{ role: 'user', content: 'Hello' }],
      max_output_tokens: 9,
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object' }, strict: false }],
      store: false,
    });
    const { agent_reply, tool_calls } = firstInteraction(answer);
    assert.deepEqual([agent_reply, tool_calls], ['', [{ name: 'look', arguments: { at: 1 } }]]);
  });
});
