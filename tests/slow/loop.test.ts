import { type Client, createClient } from '@fairtrial/client';
import { EvaluationResponse, type Conversation } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postEvaluate } from '../support/calls/evaluate.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { HUB_MODEL } from '../support/services/start-simulated-agent.ts';
import { until } from '../support/services/until.ts';

const KEYS = 'key-of-the-team;name=team,key-of-the-agent;name=agent;scope=ingest';
const TEAM = { authorization: 'Bearer key-of-the-team' };
const CARD = '4111 1111 1111 1111';
const FIRST = `I think I left my debit card ${CARD} on the tram. What do I do? Write to jo@mail.example.`;
const SECOND = 'Yes, block it.';

interface Said {
  readonly role: string;
  readonly content: string;
}

/** Asks the agent backend and returns the conversation with its answer. */
async function talk(agent: Service, said: readonly Said[], text: string): Promise<readonly Said[]> {
  const messages = [...said, { role: 'user', content: text }];
  const response = await fetch(`${agent.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-conversation-id': 'chat-1' },
    body: JSON.stringify({ model: HUB_MODEL, messages }),
  });
  assert.equal(response.status, 200);
  const { choices } = (await response.json()) as { choices: { message: Said }[] };
  const content = choices[0]?.message.content ?? '';
  return [...messages, { role: 'assistant', content }];
}

/** Spans are exported in batches, so a conversation arrives some seconds after it was held. */
async function untilArrived(client: Client, id: string, turns: number): Promise<Conversation> {
  const isThere = async (): Promise<boolean> => {
    const { conversations } = await client.request('GET /conversations');
    return conversations.some((one) => one.id === id && one.turns === turns);
  };
  await until(`the conversation ${id} arrives`, isThere);
  return client.request('GET /conversations/:id', { id });
}

describe('from talk to verdict', () => {
  it('a conversation with the agent becomes a redacted scenario, which is run by its dataset', async () => {
    await using simulator = await startService('simulator');
    await using evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEYS });
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      OTEL_EXPORTER_OTLP_ENDPOINT: evals.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-of-the-agent',
      TRACE_MESSAGE_TEXT: 'true',
    });
    const client = createClient({ baseUrl: evals.url, apiKey: 'key-of-the-team' });

    const said = await talk(agent, await talk(agent, [], FIRST), SECOND);
    const conversation = await untilArrived(client, 'chat-1', 2);
    const { scenario } = conversation;
    assert.ok(scenario);
    assert.deepEqual(
      conversation.messages.filter(({ role }) => role !== 'system').map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    assert.deepEqual(
      scenario.interactions.map(({ user_message }) => user_message),
      [FIRST.replace(CARD, '[card 1]').replace('jo@mail.example', '[email 1]'), SECOND],
    );
    assert.equal(scenario.interactions[1]?.reference_reply, said[3]?.content);
    assert.doesNotMatch(JSON.stringify(conversation), /4111|jo@mail/);

    const saved = await client.request('PUT /datasets/:name', {
      name: 'from-users',
      body: { scenarios: [scenario] },
    });
    assert.equal(saved.version.author, 'team');
    const request = {
      dataset: 'from-users@1',
      endpoint: `${agent.url}/v1`,
      model_id: HUB_MODEL,
      attempts: 2,
      gates: ['overall >= 0.1'],
    };
    const { status, body } = await postEvaluate(evals, request, TEAM);
    assert.equal(status, 200, JSON.stringify(body));
    const run = EvaluationResponse.parse(body);
    assert.equal(run.test_name, 'from-users');
    assert.equal(run.gate?.verdict, 'pass', JSON.stringify(run.gate));

    const attempt = await untilArrived(client, `${run.run_id}/0/0`, 2);
    assert.equal(attempt.scenario?.interactions[1]?.user_message, SECOND);
  });
});
