import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub } from '../../support/stubs/start-stub.ts';

interface Asked {
  readonly model: string;
  readonly stream: boolean;
}

/** Returns the parts of an answer by which a client decides whether and when to retry. */
async function ask(agent: Service, path: string, asked: Asked): Promise<object> {
  const { model, stream } = asked;
  const isOpenai = path.startsWith('/v1');
  const messages = isOpenai
    ? [{ role: 'user', content: 'Hello' }]
    : [{ type: 'human', content: 'Hello' }];
  const response = await fetch(agent.url + path + (stream && !isOpenai ? '?stream=true' : ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-model-id': model },
    body: JSON.stringify({ model, stream, messages, input: 'Hello' }),
  });
  const { status, headers } = response;
  const body = (await response.json()) as { code?: string; error?: { code: string } };
  const code = body.error?.code ?? body.code;
  return {
    status,
    code,
    retryAfter: headers.get('retry-after'),
    shouldRetry: headers.get('x-should-retry'),
    type: headers.get('content-type'),
  };
}

const FAILURES = [
  ['401', 502, 'provider_auth'],
  ['404', 502, 'model_unavailable'],
  ['429', 429, 'provider_rate_limit'],
  ['503', 502, 'provider_error'],
  ['first-event', 429, 'provider_rate_limit'],
  ['page', 502, 'provider_error'],
] as const;

describe('a stream that fails before its first token', () => {
  it('has the status and headers of the whole answer, so that clients know whether to retry', async () => {
    await using provider = await startStub(({ body }, response) => {
      const what = (body as { model: string }).model.replace('fail/', '');
      const error = { code: 429, message: 'slow down' };
      if (what === 'page') return response.end('<html></html>');
      if (what !== 'first-event') {
        return response.writeHead(Number(what), { 'retry-after': '7' }).end('{"error":{}}');
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(`data: ${JSON.stringify({ error })}\n\n`);
    });
    await using agent = await startService('agent', { HUB_BASE_URL: `${provider.url}/v1` });
    for (const path of ['/', '/v1/chat/completions', '/v1/responses']) {
      for (const [what, status, code] of FAILURES) {
        const model = `fail/${what}`;
        const whole = await ask(agent, path, { model, stream: false });
        const streamed = await ask(agent, path, { model, stream: true });
        assert.deepEqual(streamed, whole, `${path} ${what}`);
        assert.partialDeepStrictEqual(streamed, { status, code });
        const wait = ['429', '503'].includes(what) ? '7' : null;
        assert.partialDeepStrictEqual(streamed, { retryAfter: wait }, `${path} ${what}`);
      }
    }
  });
});
