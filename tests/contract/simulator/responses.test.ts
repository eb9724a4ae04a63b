import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI from 'openai';
import { startService, type Service } from '../../support/services/start-service.ts';

describe('the Responses interface of the simulator', () => {
  let simulator: Service;
  let openai: OpenAI;

  before(async () => {
    simulator = await startService('simulator');
    openai = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'none', maxRetries: 0 });
  });
  after(() => simulator[Symbol.asyncDispose]());

  it('answers the official client, with usage', async () => {
    const { output_text, usage } = await openai.responses.create({
      model: 'sim/echo',
      instructions: 'Be brief',
      input: 'one two three',
    });
    assert.equal(output_text, 'one two three');
    assert.deepEqual([usage?.input_tokens, usage?.output_tokens], [5, 3]);
  });

  it('continues a stored response, and refuses to continue one that was not stored', async () => {
    const asked = { model: 'sim/echo', input: 'one two' };
    const first = await openai.responses.create(asked);
    const second = await openai.responses.create({ ...asked, previous_response_id: first.id });
    assert.equal(second.usage?.input_tokens, 6, 'it has read the first question and answer');
    const { id } = await openai.responses.create({ ...asked, store: false });
    await assert.rejects(
      openai.responses.create({ ...asked, previous_response_id: id }),
      (error) =>
        error instanceof OpenAI.BadRequestError && error.code === 'previous_response_not_found',
    );
  });

  it('calls a tool and continues with its output', async () => {
    const model = 'sim/echo';
    const tools = [
      { type: 'function' as const, name: 'web_search', parameters: {}, strict: false },
    ];
    const first = await openai.responses.create({ model, tools, input: 'Please search it' });
    const [call] = first.output;
    assert.ok(call?.type === 'function_call' && call.name === 'web_search');
    const second = await openai.responses.create({
      model,
      tools,
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call.call_id, output: 'sunny' }],
    });
    assert.equal(second.output_text, 'I looked it up: sunny');
  });

  it('has no model with another name', async () => {
    await assert.rejects(
      openai.responses.create({ model: 'sim/none', input: 'Hi' }),
      OpenAI.NotFoundError,
    );
  });
});
