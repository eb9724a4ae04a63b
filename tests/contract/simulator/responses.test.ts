import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { respond, textOf } from '../../support/calls/openai.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

describe('the Responses interface of the simulator', () => {
  let simulator: Service;

  before(async () => {
    simulator = await startService('simulator');
  });
  after(() => simulator[Symbol.asyncDispose]());

  it('answers with usage', async () => {
    const response = await respond(simulator, {
      model: 'sim/echo',
      instructions: 'Be brief',
      input: 'one two three',
    });
    assert.equal(textOf(response), 'one two three');
    assert.deepEqual([response.usage.input_tokens, response.usage.output_tokens], [5, 3]);
  });

  it('continues a stored response, and refuses to continue one that was not stored', async () => {
    const asked = { model: 'sim/echo', input: 'one two' };
    const first = await respond(simulator, asked);
    const second = await respond(simulator, { ...asked, previous_response_id: first.id });
    assert.equal(second.usage.input_tokens, 6, 'it has read the first question and answer');
    const { id } = await respond(simulator, { ...asked, store: false });
    await assert.rejects(respond(simulator, { ...asked, previous_response_id: id }), {
      status: 400,
      code: 'previous_response_not_found',
    });
  });

  it('calls a tool and continues with its output', async () => {
    const model = 'sim/echo';
    const tools = [{ type: 'function', name: 'web_search', parameters: {}, strict: false }];
    const first = await respond(simulator, { model, tools, input: 'Please search it' });
    const [call] = first.output;
    assert.deepEqual([call?.type, call?.name], ['function_call', 'web_search']);
    const second = await respond(simulator, {
      model,
      tools,
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call?.call_id, output: 'sunny' }],
    });
    assert.equal(textOf(second), 'I looked it up: sunny');
  });

  it('has no model with another name', async () => {
    await assert.rejects(respond(simulator, { model: 'sim/none', input: 'Hi' }), { status: 404 });
  });
});
