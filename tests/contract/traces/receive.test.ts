import { type Client, createClient } from '@fairtrial/client';
import { Conversation, ConversationList, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startService, type Service } from '../../support/services/start-service.ts';
import { genAiMessages, spanId, toOtlp, traceId, type TestSpan } from './otlp.ts';

describe('POST /v1/traces', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS:
        'ours;project=ours,theirs;project=theirs,sender;project=ours;scope=ingest,reader;project=ours;scope=read',
    });
  });
  after(() => evals[Symbol.asyncDispose]());

  const client = (key: string): Client => createClient({ baseUrl: evals.url, apiKey: key });

  async function post(
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${evals.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ours', ...headers },
      body,
    });
  }

  async function send(spans: readonly TestSpan[], key = 'ours'): Promise<unknown> {
    const body = JSON.stringify(toOtlp(spans));
    const response = await post(body, { authorization: `Bearer ${key}` });
    const answer: unknown = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  }

  async function problemOf(response: Promise<Response>): Promise<Problem> {
    return Problem.parse(await (await response).json());
  }

  function call(id: number, conversation: string, texts: readonly string[]): TestSpan {
    const roles = ['user', 'assistant'];
    const messages = texts.map((text, at) => [roles[at % 2] ?? '', text] as const);
    return {
      trace: traceId(id),
      id: spanId(id),
      at: id,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.conversation.id': conversation,
        'gen_ai.request.model': 'gpt-5',
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 2,
        'gen_ai.input.messages': genAiMessages(messages.slice(0, -1)),
        'gen_ai.output.messages': genAiMessages(messages.slice(-1)),
      },
    };
  }

  it('calls with the same conversation id become one conversation without repeated messages', async () => {
    const first = call(1, 'two turns', ['Where is it?', 'On its way.']);
    const second = call(2, 'two turns', ['Where is it?', 'On its way.', 'When?', 'Tomorrow.']);
    assert.deepEqual(await send([first]), {});
    assert.deepEqual(await send([second, first]), {}, 'a repeated span is accepted');
    const found = Conversation.parse(
      await client('ours').request('GET /conversations/:id', { id: 'two turns' }),
    );
    assert.deepEqual(
      found.messages.map(({ role, text }) => `${role}: ${text}`),
      ['user: Where is it?', 'assistant: On its way.', 'user: When?', 'assistant: Tomorrow.'],
    );
    assert.deepEqual(found.messages[3]?.latency_ms, 1000);
    assert.deepEqual(found.trace_ids, [traceId(1), traceId(2)]);
    const { turns, models, input_tokens: input, output_tokens: output, preview, service } = found;
    assert.deepEqual(
      { turns, models, input, output, preview, service, failed: found.failed },
      {
        turns: 2,
        models: ['gpt-5'],
        input: 20,
        output: 4,
        preview: 'Where is it?',
        service: 'shop',
        failed: false,
      },
    );
    assert.deepEqual(JSON.parse(JSON.stringify(found.scenario)), {
      name: 'Where is it?',
      source: { conversation: 'two turns' },
      interactions: [
        { user_message: 'Where is it?', reference_reply: 'On its way.' },
        { user_message: 'When?', reference_reply: 'Tomorrow.' },
      ],
    });
  });

  it('a search finds conversations by beginnings of words, and none without a letter or digit', async () => {
    await send([call(90, 'searched', ['Unusual question?', 'Yes.'])]);
    const search = async (q: string): Promise<readonly string[]> =>
      (await client('ours').request('GET /conversations', { query: { q } })).conversations.map(
        ({ id }) => id,
      );
    assert.deepEqual([await search('unus QUES'), await search('?')], [['searched'], []]);
  });

  it('a late span that names the conversation of its trace moves the earlier spans to it', async () => {
    const trace = traceId(10);
    const { attributes } = call(10, '', ['Hi', 'Hello']);
    const parent = spanId(77);
    await send([
      {
        trace,
        id: spanId(10),
        parent,
        attributes: { ...attributes, 'gen_ai.conversation.id': '' },
      },
    ]);
    assert.equal(
      (await client('ours').request('GET /conversations/:id', { id: trace })).preview,
      'Hi',
    );
    await send([{ trace, id: parent, name: 'POST /chat', attributes: { 'session.id': 's/10 ä' } }]);
    assert.equal(
      (await client('ours').request('GET /conversations/:id', { id: 's/10 ä' })).preview,
      'Hi',
    );
    await assert.rejects(
      client('ours').request('GET /conversations/:id', { id: trace }),
      /there is no conversation/,
    );
  });

  it('a conversation id may have any characters and 500 of them', async () => {
    for (const [at, id] of ['a/b?c#d%2F', '日本語 🎉', `${'x'.repeat(499)}/`].entries()) {
      await send([call(20 + at, id, ['Hi', 'Hello'])]);
      assert.equal((await client('ours').request('GET /conversations/:id', { id })).id, id);
    }
  });

  it('personal data is redacted before it is stored, and repeated messages are still recognised', async () => {
    const mine = 'I am ann@example.com';
    await send([call(30, 'private', [mine, 'Hello'])]);
    await send([call(31, 'private', ['bob@example.com', 'Hello', mine, 'Welcome'])]);
    await send([call(32, 'private', [mine, 'Welcome', 'Bye', 'Bye'])]);
    const { messages, preview } = await client('ours').request('GET /conversations/:id', {
      id: 'private',
    });
    assert.equal(preview, 'I am [email 1]');
    assert.ok(!JSON.stringify(messages).includes('example.com'));
    assert.equal(messages.filter(({ text }) => text === 'Bye').length, 2);
  });

  it('spans that cannot be accepted are counted and explained, and the others are stored', async () => {
    const good = call(40, 'partly', ['Hi', 'Hello']);
    const answer = await send([
      { ...good, id: '0'.repeat(16) },
      { ...good, id: spanId(41), at: -40 * 24 * 3600 },
      { ...good, id: spanId(42), at: 3 * 24 * 3600 },
      good,
    ]);
    const { partialSuccess } = answer as { partialSuccess: Record<string, string> };
    assert.equal(partialSuccess['rejectedSpans'], '3');
    assert.match(
      partialSuccess['errorMessage'] ?? '',
      /span ids 16 hex digits.*TRACE_RETENTION_DAYS/,
    );
    assert.equal(
      (await client('ours').request('GET /conversations/:id', { id: 'partly' })).turns,
      1,
    );
  });

  it('gzip is accepted, and a body that grows too much is refused with 413', async () => {
    const body = gzipSync(JSON.stringify(toOtlp([call(50, 'zipped', ['Hi', 'Hello'])])));
    const headers = { 'content-encoding': 'gzip' };
    assert.equal((await post(new Uint8Array(body), headers)).status, 200);
    assert.equal(
      (await client('ours').request('GET /conversations/:id', { id: 'zipped' })).turns,
      1,
    );
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(200 * 1024 * 1024, ' ')));
    assert.equal((await problemOf(post(bomb, headers))).code, 'body_too_large');
    assert.equal((await problemOf(post('no gzip', headers))).status, 400);
  });

  it('protobuf is accepted and answered in protobuf: empty, or with the rejected spans', async () => {
    const field = (no: number, ...parts: readonly Uint8Array[]): Buffer => {
      const content = Buffer.concat(parts);
      return Buffer.concat([Buffer.of(no * 8 + 2, content.length), content]);
    };
    const text = (value: string): Buffer => Buffer.from(value);
    const attribute = (key: string, value: string): Buffer =>
      field(9, field(1, text(key)), field(2, field(1, text(value))));
    const startedAt = Buffer.alloc(9, 7 * 8 + 1);
    startedAt.writeBigUInt64LE(BigInt(Date.now()) * 1_000_000n, 1);
    const ids = [field(1, Buffer.alloc(16, 5)), field(2, Buffer.alloc(8, 5))];
    const said = attribute('gen_ai.prompt', 'Hi');
    const request = (...span: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
      new Uint8Array(field(1, field(2, field(2, ...span))));
    const headers = { 'content-type': 'application/x-protobuf' };
    const accepted = await post(
      request(...ids, startedAt, attribute('session.id', 'pb'), said),
      headers,
    );
    assert.equal(accepted.status, 200);
    assert.equal(accepted.headers.get('content-type'), 'application/x-protobuf');
    assert.equal((await accepted.arrayBuffer()).byteLength, 0);
    const { messages } = await client('ours').request('GET /conversations/:id', { id: 'pb' });
    assert.deepEqual(
      messages.map((message) => message.text),
      ['Hi'],
    );
    const refused = await post(request(startedAt, said), headers);
    assert.equal(refused.status, 200);
    assert.match(await refused.text(), /1 rejected: trace ids have 32 and span ids 16 hex digits/);
  });

  it('other content types and unreadable bodies are refused with a reason', async () => {
    assert.equal((await problemOf(post('x', { 'content-type': 'text/plain' }))).status, 415);
    assert.equal((await problemOf(post('{}', { 'content-encoding': 'br' }))).status, 415);
    for (const body of ['{', '[]', '{"resourceSpans": 7}', '{"resourceSpans": [7]}']) {
      const { status, detail } = await problemOf(post(body));
      assert.deepEqual([status, detail.startsWith('the traces cannot be read')], [400, true], body);
    }
  });

  it('traces need a key with the scope ingest, and conversations belong to a project', async () => {
    await send([call(60, 'theirs', ['Hi', 'Hello'])], 'theirs');
    await send([call(61, 'ours', ['Hi', 'Hello'])], 'sender');
    await assert.rejects(
      client('ours').request('GET /conversations/:id', { id: 'theirs' }),
      /there is no conversation/,
    );
    await assert.rejects(client('sender').request('GET /conversations'), /lacks the scope 'read'/);
    const refused = post('{}', { authorization: 'Bearer reader' });
    assert.equal((await problemOf(refused)).code, 'forbidden');
    const { conversations } = ConversationList.parse(
      await client('theirs').request('GET /conversations'),
    );
    assert.deepEqual(
      conversations.map(({ id }) => id),
      ['theirs'],
    );
  });

  it('spans that say nothing about a conversation are counted in a metric and dropped', async () => {
    await send([
      { trace: traceId(70), id: spanId(70), name: 'GET /', attributes: { 'http.route': '/' } },
    ]);
    const response = await fetch(`${evals.url}/metrics`, {
      headers: { authorization: 'Bearer ours' },
    });
    assert.match(await response.text(), /evals_spans\S*\{[^}]*outcome="dropped"[^}]*\} 1\b/);
    await assert.rejects(
      client('ours').request('GET /conversations/:id', { id: traceId(70) }),
      /there is no conversation/,
    );
  });
});
