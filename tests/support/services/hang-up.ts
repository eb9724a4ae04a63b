import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { HELLO } from '../calls/chat.ts';
import { startService } from './start-service.ts';
import { startStub } from '../stubs/start-stub.ts';

const CHUNK = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hel' } }] })}\n\n`;

/** Every route of the agent, before and after the first token. */
export const HANG_UPS = [
  ['before the first token', 'says/nothing'],
  ['after the first token', 'talks/first'],
].flatMap(([when = '', model = '']) =>
  ['/', '/?stream=true', '/v1/chat/completions', '/v1/chat/completions?stream'].map((path) => ({
    when,
    model,
    path,
  })),
);

export interface HangUps extends AsyncDisposable {
  /** Milliseconds from the caller's hang-up until the provider sees its connection closed. */
  measureDelay(path: string, model: string): Promise<number>;
}

/** An agent whose provider never ends its answer, and callers that hang up. */
export async function openHangUps(): Promise<HangUps> {
  let asked = Promise.withResolvers<ServerResponse>();
  const provider = await startStub(({ body }, response) => {
    const { model } = body as { model: string };
    if (model === 'talks/first') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(CHUNK);
    }
    asked.resolve(response);
  });
  const agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });

  return {
    async measureDelay(path, model) {
      asked = Promise.withResolvers();
      const caller = new AbortController();
      const pending = fetch(agent.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-model-id': model },
        body: JSON.stringify(askedAt(path, model)),
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
    },
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

function askedAt(path: string, model: string): object {
  if (!path.startsWith('/v1')) return HELLO;
  const messages = [{ role: 'user', content: 'Hello' }];
  return { model, stream: path.includes('stream'), messages };
}
