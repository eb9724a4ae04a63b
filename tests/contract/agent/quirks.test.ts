import { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat, HELLO } from '../../support/calls/chat.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { streamChat } from '../../support/calls/stream-chat.ts';
import { withoutIds } from '../../support/data/without-ids.ts';

const SAID = 'You said: Hello';

/** The caller's result for each misbehaving provider: the text, or the code of the problem. */
const ANSWERS: Readonly<Record<string, string>> = {
  'no-usage': SAID,
  'minimal-body': SAID,
  'null-content': '',
  'content-parts': SAID,
  'reasoning-content': SAID,
  'no-tools-400': SAID,
  'bad-tool-args': SAID,
  'unknown-tool': SAID,
  'parallel-tools': SAID,
  'endless-tools': SAID,
  'empty-tool-calls': SAID,
  'empty-choices': 'provider_error',
  envelope: 'provider_error',
  'html-200': 'provider_error',
  'strict-tools': SAID,
  'strict-roles': SAID,
  '429-then-ok': SAID,
  '500-then-ok': SAID,
  'slow-first-token': SAID,
  'stream-cut': 'provider_error',
  'stream-without-usage': SAID,
  'status-401': 'provider_auth',
  'status-404': 'model_unavailable',
};

describe('a provider that misbehaves', () => {
  let simulator: Service;
  let agent: Service;

  before(async () => {
    simulator = await startService('simulator');
    agent = await startService('agent', {
      HUB_BASE_URL: `${simulator.url}/v1`,
      AGENT_MAX_ROUNDS: '3',
    });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  const ask = async (name: string, body: object = HELLO): Promise<AgentResponseMessage> => {
    const { status, body: answer } = await chat(agent, { modelId: `quirk/${name}`, body });
    assert.equal(status, 200, JSON.stringify(answer));
    return AgentResponseMessage.parse(answer);
  };

  it('leads to its documented answer', async () => {
    const asked = Object.entries(ANSWERS).map(async ([name, expected]) => {
      const { status, body, content } = await chat(agent, { modelId: `quirk/${name}` });
      const got = status === 200 ? content : Problem.parse(body).code;
      assert.equal(got, expected, `${name}: ${JSON.stringify(body)}`);
    });
    await Promise.all(asked);
  });

  it('leads to the same answer in a stream', async () => {
    const asked = Object.entries(ANSWERS).map(async ([name, expected]) => {
      const { message, error, text } = await streamChat(agent, `quirk/${name}`);
      assert.equal(message?.content ?? error?.code, expected, name);
      if (message) assert.equal(text, expected, name);
    });
    await Promise.all(asked);
  });

  it('answers whole and streamed with the same content except ids', async () => {
    for (const name of ['no-usage', 'parallel-tools', 'strict-tools', 'reasoning-content']) {
      const { message } = await streamChat(agent, `quirk/${name}`);
      assert.ok(message);
      assert.deepEqual(withoutIds(message), withoutIds(await ask(name)), name);
    }
  });

  it('gets its bad arguments and unknown tools reported as tool results, and then answers', async () => {
    const trace = async (name: string): Promise<string[]> =>
      ((await ask(name)).tool_trace ?? []).map((step) => `${step.failed} ${step.result}`);
    assert.match(
      (await trace('bad-tool-args'))[0] ?? '',
      /^true Error: the arguments are not valid/,
    );
    const unknown = (await trace('unknown-tool'))[0];
    assert.match(
      unknown ?? '',
      /^true Error: there is no tool 'no_such_tool'; the tools are: current_time/,
    );
    assert.equal((await trace('parallel-tools')).length, 2);
    assert.equal(
      (await trace('endless-tools')).length,
      2,
      'three rounds, and in the last it must answer',
    );
  });

  it('that reports no tokens counts as 0, and usage is summed over the rounds of a run', async () => {
    assert.equal((await ask('no-usage')).usage_metadata.total_tokens, 0);
    const { usage_metadata: usage } = await ask('parallel-tools');
    assert.equal(usage.output_tokens, 2 * SAID.split(' ').length);
  });

  it('accepts tool history in any order', async () => {
    const human = { type: 'human', content: 'Hello' };
    const ai = { type: 'ai', content: 'Hi' };
    const tool = { type: 'tool', content: 'sunny', name: 'web search!' };
    const nameless = { type: 'tool', content: 'rainy' };
    for (const messages of [
      [tool, human],
      [human, tool],
      [human, tool, tool],
      [human, ai, tool, nameless],
      [human, tool, human],
      [nameless, human, ai, human],
      [human, nameless, ai, tool, human],
    ]) {
      for (const name of ['strict-tools', 'strict-roles']) {
        assert.equal((await ask(name, { messages })).content, SAID, JSON.stringify(messages));
      }
    }
  });
});
