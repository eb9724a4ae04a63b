import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat } from '../../support/calls/chat.ts';
import { evaluate, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { startService } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';

const CANARY = 'canary-9f2c7d1e';

describe('a secret of the environment', () => {
  it('is sent only to the address it is bound to, and to no other origin or path, not even after a redirect', async () => {
    await using unbound = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hi')),
    );
    await using bound = await startStub((request, response) =>
      request.path.startsWith('/v1/redirect')
        ? response.writeHead(302, { location: unbound.url }).end()
        : sendJson(response, chatCompletion('Hi')),
    );
    await using evals = await startService('evals', {
      ENDPOINTS: `${bound.url}/v1;key=${CANARY}`,
    });
    await evaluate(evals, { endpoint: `${bound.url}/v1` });
    assert.equal(bound.requests[0]?.headers.authorization, `Bearer ${CANARY}`);
    await evaluate(evals, { endpoint: `${bound.url}/v1/redirect` });
    assert.equal(bound.requests[1]?.headers.authorization, `Bearer ${CANARY}`);
    assert.equal(unbound.requests.length, 0);
    await evaluate(evals, { endpoint: `${bound.url}/elsewhere/v1` });
    await evaluate(evals, { endpoint: `${bound.url}/v1/..%2felsewhere`, protocol: 'prompt' });
    assert.doesNotMatch(JSON.stringify(bound.requests.slice(2)), new RegExp(CANARY));
    await evaluate(evals, { endpoint: unbound.url });
    await evaluate(evals, { endpoint: bound.url.replace('127.0.0.1', 'localhost') });
    assert.doesNotMatch(JSON.stringify(unbound.requests), new RegExp(CANARY));
    const elsewhere = bound.requests.filter((request) =>
      request.headers.host?.includes('localhost'),
    );
    assert.equal(elsewhere.length, 1);
    assert.doesNotMatch(JSON.stringify(elsewhere), new RegExp(CANARY));
  });

  it('is not sent by a library that finds a tracing service in the environment', async () => {
    await using spy = await startStub((_, response) => response.end('{}'));
    await using hub = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    const tracing = Object.fromEntries(
      ['LANGSMITH', 'LANGCHAIN'].flatMap((prefix) => [
        [`${prefix}_TRACING`, 'true'],
        [`${prefix}_TRACING_V2`, 'true'],
        [`${prefix}_ENDPOINT`, spy.url],
        [`${prefix}_API_KEY`, CANARY],
      ]),
    ) as Record<string, string>;
    const agent = await startService('agent', { HUB_BASE_URL: hub.url, ...tracing });
    assert.equal((await chat(agent, { modelId: 'a/b' })).status, 200);
    await agent[Symbol.asyncDispose]();
    assert.equal(spy.requests.length, 0);
  });

  it('is reported as not bound to an endpoint that answers 401', async () => {
    await using closed = await startStub((_, response) => response.writeHead(401).end());
    await using evals = await startService('evals', {
      ENDPOINTS: `https://api.example.com;key=${CANARY}`,
    });
    const answer = await evaluate(evals, { endpoint: `${closed.url}/v1` });
    const message = answer.results.scenarios[0]?.attempts[0]?.interactions[0]?.error?.message;
    assert.equal(
      message,
      `no key is bound to ${closed.url}/v1/chat/completions; add it to ENDPOINTS (HTTP 401)`,
    );
  });

  it('appears in no log and no answer, whatever the endpoint and the caller send', async () => {
    await using echo = await startStub((request, response) => {
      // An endpoint that repeats its request, as some do in errors.
      response.writeHead(request.path.startsWith('/fail') ? 500 : 200);
      const { authorization } = request.headers;
      const isReply = request.path.startsWith('/reply');
      response.end(JSON.stringify({ [isReply ? 'content' : 'error']: authorization }));
    });
    await using evals = await startService('evals', {
      ENDPOINTS: `${echo.url};key=${CANARY}`,
      OPENAI_API_KEY: CANARY,
      FAIRTRIAL_API_KEYS: CANARY,
      LOG_LEVEL: 'trace',
    });
    await using agent = await startService('agent', {
      HUB_BASE_URL: echo.url,
      HUB_API_KEY: CANARY,
      STUDIO_BASE_URL: echo.url,
      STUDIO_API_KEY: CANARY,
      STUDIO_ORG_ID: 'o',
      LOG_LEVEL: 'trace',
    });
    const key = { authorization: `Bearer ${CANARY}` };
    const answers: unknown[] = [];
    const keep = ({ headers, ...rest }: { headers: Headers }): unknown =>
      answers.push({ ...rest, headers: [...headers] });
    for (const path of ['/', '/fail', '/v1', '/fail/v1', '/reply']) {
      keep(await postEvaluate(evals, createRequest({ endpoint: echo.url + path }), key));
    }
    keep(await postEvaluate(evals, '{', key));
    keep(await postEvaluate(evals, {}, key));
    for (const modelId of ['a/b', '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01', 'nonsense']) {
      keep(await chat(agent, { modelId }));
    }
    assert.ok(echo.requests.some((request) => request.headers.authorization?.includes(CANARY)));
    assert.doesNotMatch(JSON.stringify(answers), new RegExp(CANARY));
    assert.match(JSON.stringify(answers), /Bearer \[secret\]/);
    await evals[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
    for (const service of [evals, agent]) {
      assert.match(service.output(), /"msg":"closed"/); // the log is complete
      assert.doesNotMatch(service.output(), new RegExp(CANARY));
    }
  });
});
