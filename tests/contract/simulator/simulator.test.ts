import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { complete, streamCompletion, type Completion } from '../../support/calls/openai.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

const FINE_TUNED = '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01';

const MODELS = [
  'sim/v1',
  'sim/v2',
  'sim/flaky',
  'sim/slow',
  'sim/echo',
  'sim/scripted',
  'sim/judge',
  'sim/judge-obeys',
  'sim/judge-prose',
  'sim/judge-broken',
  'sim/judge-silent',
  'sim/judge-late',
  'sim/judge-invents',
  'sim/judge-unsure',
  'sim/annotator',
  'sim/user',
  'sim/user-faulty',
  'sim/user-forgets',
  'sim/user-changes-goal',
  'sim/user-leaves-persona',
  'sim/user-ends-early',
  'sim/user-obeys',
  'sim/user-loops',
  'sim/user-leaks',
  'sim/user-silent',
  'sim/helpdesk',
  'sim/helpdesk-weak',
];

interface Line {
  model: string;
  time_out: string | null;
  conversation: string | null;
}

describe('the simulator', () => {
  let simulator: Service;
  let userMessage: string;
  let reference: string;

  before(async () => {
    simulator = await startService('simulator');
    const sample = JSON.parse(
      await readFile(new URL('../../../samples/bank-lost-card.json', import.meta.url), 'utf8'),
    ) as { test_batch: { interactions: { user_message: string; reference_reply: string }[] } };
    userMessage = sample.test_batch.interactions[0]?.user_message ?? '';
    reference = sample.test_batch.interactions[0]?.reference_reply ?? '';
  });
  after(() => simulator[Symbol.asyncDispose]());

  const ask = (
    model: string,
    content: string,
    headers: Record<string, string> = {},
  ): Promise<Completion> =>
    complete(simulator, { model, messages: [{ role: 'user', content }] }, headers);

  it('chats in the format of OpenAI', async () => {
    const completion = await ask('sim/v1', userMessage);
    const content = completion.choices[0]?.message.content ?? '';
    assert.match(content, /ending 4471/);
    assert.equal(completion.choices[0]?.finish_reason, 'stop');
    assert.equal(completion.usage?.completion_tokens, content.split(' ').length);
  });

  it('streams, with usage if requested', async () => {
    const stream = streamCompletion(simulator, {
      model: 'sim/echo',
      messages: [{ role: 'user', content: 'one two  three' }],
      stream_options: { include_usage: true },
    });
    let content = '';
    let tokens: number | undefined;
    for await (const chunk of stream) {
      content += chunk.choices[0]?.delta.content ?? '';
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    assert.equal(content, 'one two  three');
    assert.equal(tokens, 6);
  });

  it('lists its models', async () => {
    const response = await fetch(`${simulator.url}/v1/models`);
    const { data } = (await response.json()) as { data: readonly { id: string }[] };
    assert.deepEqual(
      data.map((model) => model.id),
      MODELS,
    );
  });

  it('refuses unknown models', async () => {
    await assert.rejects(ask('sim/none', 'Hi'), { status: 404 });
  });

  it('gives the same reply to the same conversation, and different ones to other attempts', async () => {
    const replies = new Set<string | null | undefined>();
    for (const attempt of [1, 2, 3, 4, 5]) {
      const headers = { 'x-fairtrial-conversation': `run/1/${attempt}` };
      const first = await ask('sim/v1', userMessage, headers);
      const again = await ask('sim/v1', userMessage, headers);
      assert.equal(again.choices[0]?.message.content, first.choices[0]?.message.content);
      replies.add(first.choices[0]?.message.content);
    }
    assert.ok(replies.size > 1);
  });

  it('plants one regression in sim/v2', async () => {
    const question =
      "Yes, block it. There's a payment of 38.90 at a petrol station I don't recognise, from 20 minutes ago.";
    const [v1, v2] = await Promise.all([ask('sim/v1', question), ask('sim/v2', question)]);
    assert.match(v1.choices[0]?.message.content ?? '', /opened a dispute/);
    assert.match(v2.choices[0]?.message.content ?? '', /already been booked/);
  });

  it('answers an unknown question politely', async () => {
    const completion = await ask('sim/v2', 'What is the meaning of life?');
    assert.match(completion.choices[0]?.message.content ?? '', /^Thank you for your message/);
  });

  it('answers turn by turn from a script', async () => {
    const headers = { 'x-sim-replies': encodeURIComponent('["Grüezi", "second"]') };
    const first = await ask('sim/scripted', 'a', headers);
    assert.equal(first.choices[0]?.message.content, 'Grüezi');
    const second = await complete(
      simulator,
      {
        model: 'sim/scripted',
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'Grüezi' },
          { role: 'user', content: 'b' },
        ],
      },
      headers,
    );
    assert.equal(second.choices[0]?.message.content, 'second');
  });

  it('judges and annotates within the given schema', async () => {
    const forced = async (model: string, properties: object): Promise<Record<string, unknown>> => {
      const completion = await complete(simulator, {
        model,
        messages: [
          {
            role: 'user',
            content: `<reference-x1>${reference}</reference-x1>\n<reply-x1>${reference}</reply-x1>`,
          },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { type: 'object', properties } },
        },
      });
      return JSON.parse(completion.choices[0]?.message.content ?? '') as Record<string, unknown>;
    };
    const verdict = await forced('sim/judge', {
      reason: { type: 'string' },
      choice: { type: 'string', enum: ['A', 'B', 'C', 'D', 'E', 'F'] },
    });
    assert.equal(verdict['choice'], 'C');
    const labels = await forced('sim/annotator', {
      intent: { type: 'string', enum: ['offer_action', 'close', 'other'] },
      sentiment: { type: 'string', enum: ['positive', 'other'] },
    });
    assert.deepEqual(labels, { intent: 'offer_action', sentiment: 'other' });
  });

  it('gives the same schema answer at temperature 0 for any block markers, and labels if there is nothing to compare', async () => {
    let markers = 0;
    const fill = async (blocks: readonly string[], temperature: number): Promise<string> => {
      markers += 1;
      const marker = `5eed${markers}`.padEnd(16, '0');
      const completion = await complete(simulator, {
        model: 'sim/judge',
        temperature,
        messages: [
          {
            role: 'user',
            content: blocks
              .map((name) => `<${name}-${marker}>\nYour card ${name}\n</${name}-${marker}>`)
              .join('\n'),
          },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'x',
            schema: { type: 'object', properties: { reason: { type: 'string' } } },
          },
        },
      });
      return completion.choices[0]?.message.content ?? '';
    };
    const says = async (times: number, temperature: number): Promise<number> => {
      const said = new Set<string>();
      for (let n = 0; n < times; n += 1) said.add(await fill(['reference', 'reply'], temperature));
      return said.size;
    };
    assert.equal(await says(8, 0), 1);
    assert.ok((await says(8, 0.7)) > 1);
    assert.equal(await fill(['reply'], 0), '{"reason":"other"}');
  });

  it('supports the agent, prompt and jobs protocols', async () => {
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const response = await fetch(simulator.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-model-id': 'sim/echo' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const agent = await post('/', { messages: [{ type: 'human', content: 'Hello' }] });
    assert.equal(agent['content'], 'Hello');
    const prompt = await post('/prompt', { model: 'sim/echo', prompt: 'Hello' });
    assert.equal(prompt['response'], 'Hello');
    const { job_id } = await post('/organizations/7/generate', {
      model_id: FINE_TUNED,
      messages: [[{ role: 'user', content: userMessage }]],
    });
    const look = async (): Promise<Record<string, unknown>> => {
      const response = await fetch(`${simulator.url}/organizations/7/generate/${String(job_id)}`);
      return (await response.json()) as Record<string, unknown>;
    };
    assert.equal((await look())['job_status'], 'RUNNING');
    const done = await look();
    assert.equal(done['job_status'], 'FINISHED');
    assert.match(JSON.stringify(done['results']), /4471/);
  });

  it('keeps a ledger of every call', async () => {
    await fetch(`${simulator.url}/ledger`, { method: 'DELETE' });
    const headers = { 'idempotency-key': 'k1', 'x-fairtrial-conversation': 'c1' };
    await ask('sim/echo', 'a', headers);
    await ask('sim/echo', 'a', headers);
    await ask('sim/echo', 'b');
    const text = await (await fetch(`${simulator.url}/ledger`)).text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    assert.deepEqual(
      lines.map((line) => [line.model, line.conversation]),
      [
        ['sim/echo', 'c1'],
        ['sim/echo', 'c1'],
        ['sim/echo', null],
      ],
    );
    const summary: unknown = await (await fetch(`${simulator.url}/ledger/summary`)).json();
    assert.deepEqual(summary, {
      calls: 3,
      unique: 2,
      repeated: 1,
      in_flight: 0,
      max_in_flight: 1,
      max_in_flight_per_key: 1,
    });
  });
});
