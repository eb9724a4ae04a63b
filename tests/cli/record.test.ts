import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BatchJson } from '../../packages/imports/src/index.ts';
import { evaluate, listTurns } from '../support/calls/evaluate.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import {
  chatCompletion,
  sendJson,
  startStub,
  type SeenRequest,
} from '../support/stubs/start-stub.ts';
import { ROOT } from './run-fairtrial.ts';

interface Recorder extends AsyncDisposable {
  readonly url: string;
  /** Stops the recorder like Ctrl-C, and reads its output. */
  stop(): Promise<{
    readonly code: number | null;
    readonly batch: BatchJson;
    readonly stderr: string;
  }>;
}

describe('fairtrial record', () => {
  let folder: string;
  let simulator: Service;
  let agent: Service;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-record-'));
    simulator = await startService('simulator', { SIMULATOR_WORDS_PER_SECOND: '500' });
    agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
  });
  after(async () => {
    await agent[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  let recorded = 0;

  async function record(endpoint: string, ...flags: readonly string[]): Promise<Recorder> {
    recorded += 1;
    const file = join(folder, `record-${recorded}.json`);
    const args = ['dist/fairtrial.mjs', 'record', endpoint, '-o', file, '--port', '0', ...flags];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    const closed = once(child, 'close') as Promise<[number | null]>;
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await until('it listens', () => stderr.includes('Press Ctrl-C to stop'));
    return {
      url: /http:\/\/127\.0\.0\.1:\d+/.exec(stderr)?.[0] ?? '',
      async stop() {
        child.kill('SIGINT');
        const [code] = await closed;
        return { code, stderr, batch: JSON.parse(await readFile(file, 'utf8')) as BatchJson };
      },
      async [Symbol.asyncDispose]() {
        child.kill('SIGINT');
        await closed;
      },
    };
  }

  async function post(
    url: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return response.text();
  }

  const replyIn = (text: string): string =>
    (JSON.parse(text) as { choices: [{ message: { content: string } }] }).choices[0].message
      .content;

  /** Plays the recorded batch against the endpoint: every reply must equal the recorded one. */
  async function replays(batch: BatchJson, endpoint: string): Promise<void> {
    await using evals = await startService('evals');
    const answer = await evaluate(evals, { ...batch, endpoint, model_id: 'sim/echo' });
    const turns = answer.results.scenarios.flatMap((_, no) =>
      listTurns({
        ...answer,
        results: { scenarios: answer.results.scenarios.slice(no) },
      }),
    );
    assert.ok(turns.length > 0);
    for (const turn of turns) assert.equal(turn.agent_reply, turn.reference_reply);
  }

  it('records a plain and a streamed conversation with an OpenAI-compatible endpoint that can be replayed', async () => {
    await using recorder = await record(`${simulator.url}/v1`);
    const url = `${recorder.url}/v1/chat/completions`;
    const first = {
      role: 'user',
      content: 'I think I left my debit card on the tram. What do I do?',
    };
    const reply = replyIn(await post(url, { model: 'sim/echo', messages: [first] }));
    const second = { role: 'user', content: 'Thank you, bye' };
    const messages = [first, { role: 'assistant', content: reply }, second];
    const stream = await post(url, { model: 'sim/echo', messages, stream: true });
    assert.match(stream, /data: \[DONE\]/);
    await post(url, { model: 'sim/echo', messages: [second], stream: true });
    assert.equal((await fetch(`${recorder.url}/v1/models`)).status, 200, 'other routes go through');

    const { code, batch, stderr } = await recorder.stop();
    assert.equal(code, 0);
    assert.match(stderr, /2 conversations, 3 interactions recorded/);
    assert.deepEqual(
      batch.test_batch.map(({ interactions }) => interactions.map((one) => one.user_message)),
      [[first.content, second.content], [second.content]],
    );
    assert.equal(batch.test_batch[0]?.interactions[0]?.reference_reply, reply);
    await replays(batch, `${simulator.url}/v1`);
  });

  it('records plain and streamed conversations with the agent backend that can be replayed', async () => {
    await using recorder = await record(agent.url);
    const headers = { 'x-model-id': 'sim/echo' };
    const human = { type: 'human', content: 'Our fibre has been down since this morning.' };
    const { content } = JSON.parse(await post(recorder.url, { messages: [human] }, headers)) as {
      content: string;
    };
    const next = { type: 'human', content: 'Hello?' };
    const messages = [human, { type: 'ai', content }, next];
    assert.match(await post(`${recorder.url}/?stream=true`, { messages }, headers), /\[DONE\]/);
    const { batch } = await recorder.stop();
    assert.equal(batch.test_batch.length, 1);
    assert.equal(batch.test_batch[0]?.interactions.length, 2);
    await replays(batch, agent.url);
  });

  it('redacts secrets and private data in the file, but not in the traffic', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Noted: jo@mail.example, CUST-12.')),
    );
    await using recorder = await record(`${endpoint.url}/v1`, '--redact', String.raw`CUST-\d+`);
    const authorization = 'Bearer key-of-the-client';
    const messages = [
      { role: 'system', content: 'Ask boss@mail.example.' },
      { role: 'user', content: 'I am jo@mail.example, card 4111 1111 1111 1111, customer CUST-12' },
    ];
    const answer = await post(
      `${recorder.url}/v1/chat/completions`,
      { messages },
      { authorization },
    );
    assert.match(answer, /jo@mail\.example/);
    const [seen] = endpoint.requests as [SeenRequest];
    assert.equal(seen.headers.authorization, authorization);
    assert.equal(seen.path, '/v1/chat/completions');
    assert.match(JSON.stringify(seen.body), /4111 1111 1111 1111/);
    const { batch } = await recorder.stop();
    assert.deepEqual(batch, {
      test_name: 'recorded',
      system_prompt: 'Ask [email 1].',
      test_batch: [
        {
          id: 'conversation-1',
          interactions: [
            {
              user_message: 'I am [email 2], card [card 1], customer [redacted 1]',
              reference_reply: 'Noted: [email 2], [redacted 1].',
            },
          ],
        },
      ],
    });
  });

  it('forwards failed and interrupted answers, but does not record them', async () => {
    let calls = 0;
    await using endpoint = await startStub((_, response) => {
      calls += 1;
      if (calls === 1) return sendJson(response, { error: 'no' }, 500);
      if (calls === 2) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"choices":[{"delta":{"content":"Hal"}}]}\n\n');
        return setImmediate(() => response.destroy());
      }
      return sendJson(response, chatCompletion('whole'));
    });
    await using recorder = await record(endpoint.url);
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
    const ask = (): Promise<Response> => fetch(recorder.url, { method: 'POST', body });
    assert.equal((await ask()).status, 500);
    await assert.rejects(async () => (await ask()).text());
    assert.equal((await ask()).status, 200);
    const { batch } = await recorder.stop();
    assert.deepEqual(
      batch.test_batch.map(({ interactions }) => interactions),
      [[{ user_message: 'Hi', reference_reply: 'whole' }]],
    );
  });

  it('refuses web pages of other machines', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('x')),
    );
    await using recorder = await record(endpoint.url);
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
    const ask = async (method: string, headers: Record<string, string>): Promise<number> => {
      const call = request(recorder.url, { method, headers }).end(method === 'POST' ? body : '');
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode ?? 0;
    };
    const host = new URL(recorder.url).host;
    for (const headers of [
      { host: 'evil.example' },
      { host: '127.0.0.1.evil.example' },
      { host, origin: 'https://evil.example' },
      { host, origin: 'http://localhost.evil.example' },
      { host, origin: 'http://127.0.0.1@evil.example' },
      { host, origin: 'null' },
      { host, origin: '' },
      { host, 'sec-fetch-site': 'cross-site' },
    ])
      for (const method of ['POST', 'GET', 'OPTIONS'])
        assert.equal(await ask(method, headers), 403, `${method} ${JSON.stringify(headers)}`);
    assert.equal(endpoint.requests.length, 0);
    for (const headers of [
      { host },
      { host, origin: recorder.url, 'sec-fetch-site': 'same-origin' },
      { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'none' },
    ])
      assert.equal(await ask('POST', headers), 200, JSON.stringify(headers));
  });
});
