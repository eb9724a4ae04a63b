import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { HELLO } from '../support/chat.ts';
import { startService, type Service } from '../support/start-service.ts';
import { startStub, type Stub } from '../support/start-stub.ts';

const CHUNK = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hel' } }] })}\n\n`;

describe('a caller who hangs up', () => {
  let provider: Stub;
  let agent: Service;
  let asked = Promise.withResolvers<ServerResponse>();

  before(async () => {
    provider = await startStub(({ body }, response) => {
      const { model } = body as { model: string };
      if (model === 'talks/first') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(CHUNK);
      }
      asked.resolve(response);
    });
    agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** How long after the caller is gone the provider sees its own line closed. */
  async function delayOf(path: string, model: string): Promise<number> {
    asked = Promise.withResolvers();
    const caller = new AbortController();
    const facade = path.startsWith('/v1');
    const said = facade
      ? { model, stream: path.includes('stream'), messages: [{ role: 'user', content: 'Hello' }] }
      : HELLO;
    const pending = fetch(agent.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-model-id': model },
      body: JSON.stringify(said),
      signal: caller.signal,
    });
    const response = await asked.promise;
    if (model === 'talks/first' && path.includes('stream')) {
      const { body } = await pending; // the first token has arrived
      await body?.getReader().read();
    }
    const closed = once(response, 'close');
    const left = performance.now();
    caller.abort();
    await pending.catch(() => undefined);
    await closed;
    return performance.now() - left;
  }

  for (const [when, model] of [
    ['before the first token', 'says/nothing'],
    ['after the first token', 'talks/first'],
  ] as const) {
    for (const path of [
      '/',
      '/?stream=true',
      '/v1/chat/completions',
      '/v1/chat/completions?stream',
    ]) {
      it(`${when} ends the provider's work at once, at ${path}`, async () => {
        // A busy machine may hold up any one of them; an agent that waits for something holds up all.
        const delays: number[] = [];
        while (delays.length < 5 && !(Math.min(...delays) < 200)) {
          delays.push(await delayOf(path, model));
        }
        assert.ok(Math.min(...delays) < 200, `${delays.join(', ')} ms`);
      });
    }
  }
});
