import { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import { freePort } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { FINE_TUNED } from '../../support/services/start-agent-with-stubs.ts';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

describe('the agent backend and its providers', () => {
  it('a base URL works with and without /v1, for hub and studio', async () => {
    await using provider = await startStub((request, response) =>
      request.path === '/v1/chat/completions'
        ? sendJson(response, chatCompletion('found'))
        : sendJson(response, { detail: 'Not Found' }, 404),
    );
    for (const [base, calls] of [
      [provider.url, 5],
      [`${provider.url}/`, 5],
      [`${provider.url}/v1`, 3],
    ] as const) {
      const asked = provider.requests.length;
      await using agent = await startService('agent', {
        HUB_BASE_URL: base,
        STUDIO_BASE_URL: base,
      });
      for (const model of ['a/b', FINE_TUNED, 'a/b']) {
        const { content } = await chat(agent, { modelId: model });
        assert.equal(content, 'found', `${base} ${model}`);
      }
      assert.equal(provider.requests.length - asked, calls); // probed once per provider
    }
  });

  it('OPENAI_BASE_URL and OPENAI_API_KEY replace a missing hub configuration', async () => {
    await using provider = await startStub((_, response) =>
      sendJson(response, chatCompletion('openai')),
    );
    await using agent = await startService('agent', {
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: 'sk-openai',
      OPENAI_ORG_ID: 'org-not-asked-for',
    });
    assert.equal((await chat(agent, { modelId: 'a/b' })).status, 200);
    assert.equal(provider.requests[0]?.headers.authorization, 'Bearer sk-openai');
    assert.equal(provider.requests[0]?.headers['openai-organization'], undefined);
  });

  it('a fine-tuned provider with jobs is polled until the job is done', async () => {
    await using simulator = await startService('simulator');
    await using agent = await startService('agent', {
      STUDIO_BASE_URL: `${simulator.url}/`,
      STUDIO_ORG_ID: 'org-1',
    });
    const { status, body } = await chat(agent, {
      modelId: FINE_TUNED,
      body: {
        messages: [
          { type: 'human', content: 'I think I left my debit card on the tram. What do I do?' },
        ],
      },
    });
    assert.equal(status, 200);
    const message = AgentResponseMessage.parse(body);
    assert.match(message.content, /4471/);
    assert.equal(message.response_metadata.model_name, FINE_TUNED);
    assert.equal(message.usage_metadata.total_tokens, 0);
  });

  it('a provider that is not configured is 503, and the problem names the variables to set', async () => {
    await using agent = await startService('agent');
    const hub = await chat(agent, { modelId: 'a/b' });
    assert.equal(hub.status, 503);
    assert.match(Problem.parse(hub.body).detail, /HUB_BASE_URL and HUB_API_KEY/);
    const studio = await chat(agent, { modelId: FINE_TUNED });
    assert.equal(studio.status, 503);
    assert.match(Problem.parse(studio.body).detail, /STUDIO_BASE_URL and STUDIO_API_KEY/);
    const models = await fetch(`${agent.url}/studio/models`);
    assert.deepEqual(await models.json(), {});
  });

  it('a failing provider is reported as an upstream error, never as the caller’s fault', async () => {
    const cases = [
      ['401', 502, 'provider_auth'],
      ['403', 502, 'provider_auth'],
      ['404', 502, 'model_unavailable'],
      ['429', 429, 'provider_rate_limit'],
      ['500', 502, 'provider_error'],
      ['html', 502, 'provider_error'],
      ['empty', 502, 'provider_error'],
      ['reset', 502, 'provider_error'],
    ] as const;
    await using provider = await startStub((request, response) => {
      const what = (request.body as { model: string }).model.replace('fail/', '');
      if (what === 'reset') response.destroy();
      else if (what === 'html') response.end('<html></html>');
      else if (what === 'empty') sendJson(response, { choices: [] });
      else response.writeHead(Number(what), { 'retry-after': '7' }).end('{"error":{}}');
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
    for (const [what, status, code] of cases) {
      const answer = await chat(agent, { modelId: `fail/${what}` });
      assert.equal(answer.status, status, what);
      assert.equal(Problem.parse(answer.body).code, code);
      if (status === 429) assert.equal(answer.headers.get('retry-after'), '7');
    }
  });

  it('a provider that exceeds the timeout is 504', async () => {
    await using provider = await startStub(() => undefined);
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${provider.url}/v1`,
      STUDIO_BASE_URL: provider.url,
      STUDIO_ORG_ID: 'o',
      MODEL_TIMEOUT_SECONDS: '1',
    });
    for (const modelId of ['a/b', FINE_TUNED]) {
      const { status, body } = await chat(agent, { modelId });
      assert.equal(status, 504);
      assert.equal(Problem.parse(body).code, 'provider_timeout');
    }
  });

  it('a tool call that the agent cannot make is returned as pending', async () => {
    const call = {
      id: 'call12345',
      type: 'function',
      function: { name: 'look', arguments: '{"x":1}' },
    };
    await using provider = await startStub((_, response) =>
      sendJson(response, {
        id: 'c',
        choices: [
          {
            message: { role: 'assistant', content: null, tool_calls: [call] },
            finish_reason: 'tool_calls',
          },
        ],
      }),
    );
    await using agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
    const { body } = await chat(agent, { modelId: 'a/b' });
    const message = AgentResponseMessage.parse(body);
    assert.equal(message.response_metadata.finish_reason, 'tool_calls');
    assert.deepEqual(message.tool_calls, [
      { name: 'look', args: { x: 1 }, type: 'tool_call', id: 'call12345' },
    ]);
  });

  it('a service that gets SIGTERM finishes the requests in progress and exits with 0', async () => {
    const release = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using provider = await startStub(async (_, response) => {
      asked.resolve();
      await release.promise;
      sendJson(response, chatCompletion('late, but here'));
    });
    const agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
    const pending = chat(agent, { modelId: 'a/b' });
    await asked.promise;
    const exited = once(agent.process, 'exit');
    agent.process.kill('SIGTERM');
    await assert.rejects(async () => {
      for (;;) await (await fetch(`${agent.url}/livez`)).text();
    });
    release.resolve();
    assert.equal((await pending).status, 200);
    assert.deepEqual(await exited, [0, null]);
  });

  it('a provider that cannot be reached is paused, and called again when it is back', async () => {
    const port = await freePort();
    await using agent = await startService('agent', {
      HUB_BASE_URL: `http://127.0.0.1:${port}/v1`,
    });
    const detailOf = async (): Promise<string> => {
      const { body } = await chat(agent, { modelId: 'a/b' });
      return Problem.parse(body).detail;
    };
    await until('it is given a rest', async () => (await detailOf()).includes('was not sent'));
    assert.equal((await chat(agent, { modelId: 'a/b' })).status, 502);
    await using hub = await startStub(
      (_, response) => sendJson(response, chatCompletion('back')),
      port,
    );
    assert.ok(hub);
    await until('it is asked again', async () => {
      const { content } = await chat(agent, { modelId: 'a/b' });
      return content === 'back';
    });
  });
});
