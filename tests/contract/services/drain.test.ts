import { once } from 'node:events';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const EACH = 50;
const SAID = 'worth waiting for';

describe('SIGTERM', () => {
  it('loses none of 50 requests and 50 streams in progress, refuses new ones, and exits with 0', async () => {
    const release = Promise.withResolvers<void>();
    await using hub = await startStub(async ({ body }, response) => {
      const { stream } = body as { stream?: boolean };
      if (stream !== true) {
        await release.promise;
        sendJson(response, chatCompletion(SAID));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      await release.promise;
      const choice = { index: 0, delta: { content: SAID }, finish_reason: 'stop' };
      response.end(`data: ${JSON.stringify({ id: 'c', choices: [choice] })}\n\ndata: [DONE]\n\n`);
    });
    const agent = await startService('agent', { HUB_BASE_URL: `${hub.url}/v1` });
    const exited = once(agent.process, 'exit');
    let isDraining = false;
    const ask = async (path: string): Promise<string> => {
      const response = await fetch(agent.url + path, {
        method: 'POST',
        headers: { 'x-model-id': 'a/b' },
        body: JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] }),
      });
      const answer = `${response.status} ${await response.text()}`;
      // On a busy machine a hundred at once may be too many: refused requests are retried.
      return isDraining || response.status !== 503 ? answer : ask(path);
    };
    const whole = Array.from({ length: EACH }, () => ask('/'));
    const streams = Array.from({ length: EACH }, () => ask('/?stream=true'));
    await until('all of them are under way', () => hub.requests.length === 2 * EACH);

    isDraining = true;
    agent.process.kill('SIGTERM');
    await refused(agent.url);
    release.resolve();

    for (const answer of await Promise.all(whole)) {
      assert.match(answer, /^200 .*worth waiting for/);
    }
    for (const answer of await Promise.all(streams)) {
      assert.match(answer, /^200 [^]*worth waiting for[^]*data: \[DONE\]\n\n$/);
    }
    assert.deepEqual(await exited, [0, null]);
  });
});

/** Waits until the service refuses new requests, by 503 or by closing the connection. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${url}/studio/models`, { headers: { connection: 'close' } });
      await response.text();
      if (response.status === 503) return;
      assert.equal(response.status, 200);
    } catch {
      return;
    }
  }
}
