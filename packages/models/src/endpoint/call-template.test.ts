import { Target } from '@fairtrial/contracts';
import { bindCredentials, createEgress, type Egress } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sendJson, startRecorder } from '../testing/start-recorder.ts';
import {
  assertFailed,
  CALL,
  OPENED,
  READ,
  templateEndpoints,
} from '../testing/template-endpoint.ts';
import { createEndpoint, type Endpoint } from './create-endpoint.ts';
import type { Exchange } from '../calls/model-call.ts';

describe('an endpoint with a request template', () => {
  const egress: Egress = createEgress({ mode: 'local', allowedOrigins: [] });
  after(() => egress.close());

  const endpointAt = templateEndpoints(egress);

  it('a template decides method, path, headers and body, and only its own path is tried', async () => {
    await using server = await startRecorder((response) => response.writeHead(404).end());
    const target = {
      method: 'PUT',
      path: '/ask/{{model}}?a={{attempt}}',
      headers: { 'X-Run': '{{run_id}}', accept: 'application/vnd.chat+json' },
      body: { q: '{{user_message}}' },
    };
    const endpoint = endpointAt(server.url, target);
    const outcome = await endpoint.call(CALL);
    assertFailed(outcome);
    assert.equal(outcome.error.status, 404);
    assert.equal(endpoint.protocol, 'custom');
    assert.deepEqual(
      server.seen.map(({ line, body }) => [line, body]),
      [['PUT /ask/m?a=0', { q: 'Hello' }]],
    );
    const headers = server.seen[0]?.headers ?? {};
    assert.equal(headers['x-run'], 'run-7');
    assert.equal(headers.accept, 'application/vnd.chat+json');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['idempotency-key'], 'k');
    assert.equal(headers.authorization, 'Bearer a-bound-secret-key');
  });

  it('a template without a path uses the URL of the endpoint, and GET has no body', async () => {
    await using server = await startRecorder((response) => sendJson(response, { said: 'Hi' }));
    await endpointAt(server.url, { body: ['{{messages}}'], reply: '/said' }).call(CALL);
    const get = { method: 'GET', path: '/ask?q={{user_message}}', reply: '/said' };
    const outcome = await endpointAt(server.url, get).call(CALL);
    assert.equal(outcome.state === 'answered' && outcome.text, 'Hi');
    assert.deepEqual(
      server.seen.map(({ line }) => line),
      ['POST /given?x=1', 'GET /ask?q=Hello'],
    );
    assert.deepEqual(server.seen[0]?.body, [[{ role: 'user', content: 'Hello' }]]);
    assert.equal(server.seen[1]?.headers['content-type'], undefined);
  });

  it('reply, metadata and tool_calls are read at their pointers, with a template or a known protocol', async () => {
    const data = {
      said: 'Hi',
      labels: { intent: 'greet' },
      tools: [{ name: 'find', args: { a: 1 } }],
    };
    await using server = await startRecorder((response) => sendJson(response, { data }));
    const pointers = { reply: '/data/said', metadata: '/data/labels', tool_calls: '/data/tools' };
    for (const target of [pointers, { ...pointers, body: '{{user_message}}' }]) {
      const outcome = await endpointAt(server.url, target).call(CALL);
      assert.ok(outcome.state === 'answered');
      assert.equal(outcome.text, 'Hi');
      assert.deepEqual(outcome.metadata, { intent: 'greet' });
      assert.deepEqual(outcome.toolCalls, [{ name: 'find', arguments: { a: 1 } }]);
    }
    assert.equal(
      server.seen[0]?.line,
      'POST /given?x=1',
      'a target with only pointers is no template',
    );
    const asked = server.seen[0]?.body as { messages?: unknown } | undefined;
    assert.ok(asked?.messages);
  });

  it('a pointer to no metadata and no calls still counts the reply', async () => {
    await using server = await startRecorder((response) =>
      sendJson(response, { said: 'Hi', metadata: { intent: 'greet' }, tool_calls: [] }),
    );
    const target = { reply: '/said', metadata: '/labels', tool_calls: '/said' };
    const outcome = await endpointAt(server.url, target).call(CALL);
    assert.ok(outcome.state === 'answered');
    assert.deepEqual([outcome.metadata, outcome.toolCalls], [undefined, undefined]);
  });

  it('a stream is asked for and joined at its pointer; session and metadata come from the last event that has them', async () => {
    const events = [
      { id: 'c-0', delta: { text: 'Hel' } },
      { ping: 1 },
      { id: 'c-1', delta: { text: 'lo' }, labels: { intent: 'greet' } },
      { usage: { input_tokens: 1, output_tokens: 2 } },
    ];
    await using server = await startRecorder((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const target = { ...READ, stream: 'sse:/delta/text', metadata: '/labels' };
    const outcome = await endpointAt(server.url, target).call(CALL);
    assert.ok(outcome.state === 'answered');
    assert.deepEqual([outcome.text, outcome.session], ['Hello', 'c-1']);
    assert.deepEqual(outcome.metadata, { intent: 'greet' });
    assert.equal(outcome.usage?.total_tokens, 3);
    assert.equal(server.seen[0]?.headers.accept, 'text/event-stream');
    const wrong = await endpointAt(server.url, { ...target, stream: 'sse:/text' }).call(CALL);
    assertFailed(wrong);
    assert.match(wrong.error.message, /no text at \/text, which target\.stream points to/);
    assert.match(wrong.error.message, /set target\.stream to sse:\/delta\/text\.$/);
    assert.equal(wrong.error.proposed_reply, '/delta/text');
  });

  it('a response that is not streamed although target.stream is set is a bad_response', async () => {
    await using server = await startRecorder((response) => sendJson(response, { said: 'Hi' }));
    const target = { body: '{{user_message}}', reply: '/said', stream: 'sse:/delta' };
    const outcome = await endpointAt(server.url, target).call(CALL);
    assertFailed(outcome);
    assert.equal(outcome.error.kind, 'bad_response');
    assert.match(outcome.error.message, /^the endpoint did not stream its answer/);
  });

  it('a system prompt that is sent when the session is opened is not repeated in the messages, nor the other way round', async () => {
    const system = { role: 'system', content: 'Be brief' } as const;
    const user = { role: 'user', content: 'Hello' } as const;
    const call = { ...CALL, messages: [system, user] };
    for (const [open, turn] of [
      ['{{system_prompt}}', '{{messages}}'],
      ['{{messages}}', ['{{system_prompt}}', '{{user_message}}']],
    ] as const) {
      await using server = await startRecorder((response) =>
        sendJson(response, { data: { id: 1 }, said: 'Hi' }),
      );
      const session = { from: '/data/id', open: { path: '/open', body: { open } } };
      await endpointAt(server.url, { ...OPENED, body: { turn }, session }).call(call);
      const sent = JSON.stringify(server.seen.map(({ body }) => body));
      assert.equal(sent.split('Be brief').length - 1, 1, sent);
    }
  });

  it('a 401 at an address with an encoded / or % says that the key must be bound to the origin', async () => {
    await using server = await startRecorder((response, no) =>
      no % 2 === 1 ? sendJson(response, { data: { id: 'a/b%' } }) : sendJson(response, {}, 401),
    );
    const boundTo = (path: string): Endpoint =>
      createEndpoint({
        egress,
        credentials: bindCredentials([
          { url: server.url + path, header: 'authorization', secret: 'a-bound-secret-key' },
        ]),
        deadlineMs: 10_000,
        retries: 0,
        url: `${server.url}/chat`,
        protocol: 'auto',
        target: Target.parse(OPENED),
      });
    const outcome = await boundTo('/chat').call(CALL);
    assertFailed(outcome);
    assert.equal(server.seen[1]?.headers.authorization, undefined);
    assert.equal(
      outcome.error.message,
      `no key was sent to ${server.url}/chat/a%2Fb%25: the path has an encoded / or %, or dots that servers read in different ways, ` +
        `and a key that is bound to a path is not sent there; bind the key to the origin, ${server.url} (HTTP 401)`,
    );
    const refused = await boundTo('').call(CALL);
    assertFailed(refused);
    assert.equal(server.seen[3]?.headers.authorization, 'Bearer a-bound-secret-key');
    assert.match(refused.error.message, /^the endpoint refused the key bound to /);
  });

  it('a 415 says that form-encoded APIs are not supported', async () => {
    await using server = await startRecorder((response) => response.writeHead(415).end());
    const outcome = await endpointAt(server.url, { body: '{{user_message}}' }).call(CALL);
    assertFailed(outcome);
    assert.match(outcome.error.message, /does not accept JSON, and form-encoded APIs are not/);
  });

  it('each exchange is reported without keys, with its cookies noted', async () => {
    await using server = await startRecorder((response, no) => {
      if (no > 1) response.setHeader('set-cookie', 'sid=1');
      sendJson(response, { data: { id: 'c-1' }, said: 'Key: a-bound-secret-key' });
    });
    const seen: Exchange[] = [];
    const onExchange = (exchange: Exchange): void => void seen.push(exchange);
    await endpointAt(server.url, OPENED).call({ ...CALL, onExchange });
    assert.deepEqual(
      seen.map(({ method, url, body, response }) => [
        method,
        url,
        body,
        response?.status,
        response?.setsCookie,
      ]),
      [
        ['POST', `${server.url}/open`, '{"for":"m"}', 200, false],
        ['POST', `${server.url}/chat/c-1`, '{"q":"Hello"}', 200, true],
      ],
    );
    assert.ok(seen.every(({ headers }) => headers['x-tenant'] === 'qa'));
    assert.ok(!JSON.stringify(seen).includes('a-bound-secret-key'));
    seen.length = 0;
    await endpointAt(server.url, OPENED).call({ ...CALL, session: '..', onExchange });
    assert.deepEqual(seen, [], 'nothing was sent');
    const dead = { ...OPENED, session: undefined, path: '/x' };
    await endpointAt('http://127.0.0.1:1', dead).call({ ...CALL, onExchange });
    assert.deepEqual(new Set(seen.map(({ response }) => response)), new Set([undefined]));
  });
});
