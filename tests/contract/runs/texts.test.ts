import { InteractionView, type InteractionResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { ask, viewRun, walkRows, walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  lastBody,
  sendJson,
  startStub,
  type Stub,
} from '../../support/stubs/start-stub.ts';

const TEXTS = {
  'a NUL': 'before\0after',
  'a lone high surrogate': 'before\uD83Eafter',
  'a lone low surrogate': 'before\uDD8Aafter',
  'right to left': '\u202Eשלום עולם، مرحبا\u202C',
  emoji: '🦊👩‍👩‍👧‍👦🇩🇪',
  'backslashes that look like escapes': String.raw`\u0000 \ud83e \\ "`,
  'other control characters': '\u0001\u001F\u007F\u2028\r\n\t',
} as const;

describe('text that databases handle badly', () => {
  let evals: Service;
  let endpoint: Stub;
  let reply = '';

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion(reply)));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  for (const [what, text] of Object.entries(TEXTS)) {
    it(`is stored, returned and sent to the endpoint unchanged: ${what}`, async () => {
      reply = text;
      const interaction = {
        id: text,
        user_message: text,
        reference_reply: text,
        interaction_type: text,
        reference_metadata: { [text]: text },
        [text]: { anything: [text] },
      };
      const answer = await evaluate(evals, {
        endpoint: `${endpoint.url}/v1`,
        model_id: text,
        test_name: text,
        tags: [text],
        system_prompt: text,
        test_batch: { id: text, description: text, interactions: [interaction], extra: text },
      });
      const storable = text.toWellFormed().replaceAll('\0', '\uFFFD');
      const first = firstInteraction(answer);
      assertEchoed(first, interaction);
      assert.equal(first.agent_reply, storable);
      assert.equal(first.flags.includes('text_repaired'), storable !== text);
      assert.deepEqual([answer.model_id, answer.test_name], [text, text]);
      assert.equal(lastBody(endpoint).model, text);
      const { messages } = lastBody(endpoint);
      assert.deepEqual(
        messages.map(({ content }) => content),
        [text, text],
      );

      const run = await viewRun(evals, answer.run_id);
      assert.deepEqual(run.result, answer);
      assert.deepEqual([run.test_name, run.tags], [storable, [storable]]);
      const [row] = await walkRows(evals, answer.run_id);
      assert.equal(row?.excerpt, storable);
      const { body } = await ask(evals, `/runs/${answer.run_id}/turns/0/0/0`);
      const view = InteractionView.parse(body);
      assertEchoed(view, interaction);
      assert.equal(view.agent_reply, storable);
      if (!text.isWellFormed()) return; // no URL can contain it
      const found = await walkRuns(evals, `?tag=${encodeURIComponent(text)}`);
      assert.deepEqual(
        found.map(({ run_id }) => run_id),
        [answer.run_id],
      );
    });
  }

  function assertEchoed(result: InteractionResult, sent: object): void {
    for (const [name, value] of Object.entries(sent)) assert.deepEqual(result[name], value, name);
  }

  it('may be one mebibyte long', async () => {
    reply = 'ü🦊\\"\0'.repeat(2 ** 17);
    const answer = await evaluate(evals, { endpoint: `${endpoint.url}/v1`, attempts: 3 });
    const expected = reply.replaceAll('\0', '\uFFFD');
    for (const attempt of answer.results.scenarios[0]?.attempts ?? []) {
      assert.ok(attempt.interactions[0]?.agent_reply === expected);
    }
    const { body } = await ask(evals, `/runs/${answer.run_id}/turns/0/2/0`);
    assert.ok(InteractionView.parse(body).agent_reply === expected);
    const [row] = await walkRows(evals, answer.run_id);
    assert.equal(Array.from(row?.excerpt ?? '').length, 160);
  });
});
