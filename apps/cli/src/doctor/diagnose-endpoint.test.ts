import assert from 'node:assert/strict';
import { createClient } from '@fairtrial/client';
import type { TestCallResult } from '@fairtrial/contracts';
import { describe, it } from 'node:test';
import { describeFailure, diagnoseEndpoint, showExchange } from './diagnose-endpoint.ts';
import { ConfigFile } from '../settings/config-file.ts';
import { textWidth } from '../terminal/text-layout.ts';

describe('diagnoseEndpoint', () => {
  it('diagnoseEndpoint never shows the password or key of the endpoint address', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
    const endpoint = 'https://user:hunter2@models.example/v1?key=abc123';
    const config = ConfigFile.parse({ endpoint, model: 'm' });
    const context = { signal: new AbortController().signal, columns: 80, target: undefined };
    let text = '';
    for await (const finding of diagnoseEndpoint({ client, config }, {}, context))
      text += finding.text;
    assert.match(text, /models\.example\/v1/);
    assert.doesNotMatch(text, /hunter2|abc123/);
  });
});

const FAILED: TestCallResult = {
  outcome: 'endpoint_failed',
  reply: null,
  error: { kind: 'bad_response', status: 200, message: 'no reply.', tries: 1, elapsed_ms: 1 },
  latency_ms: 1,
  protocol: 'custom',
  request: null,
  response: null,
  session: null,
  notes: [],
  proposed_session: null,
  proposed_reply: null,
};

describe('describeFailure', () => {
  const cases = [
    ['bot.yaml', false, 'if its reply is at /a, set reply: /a in bot.yaml'],
    ['bot.yaml', true, 'if its reply is at /a, set stream: sse:/a in bot.yaml'],
    [
      undefined,
      false,
      'if its reply is at /a, pass --reply /a, or set target: { reply: /a } in fairtrial.config.yaml',
    ],
  ] as const;
  for (const [file, isStream, advice] of cases) {
    it(`proposes the pointer to the reply with the field and file to change: ${advice}`, () => {
      const said = describeFailure({ ...FAILED, proposed_reply: '/a' }, { file, isStream });
      assert.equal(said, `failed (bad_response): no reply. What to do: ${advice}`);
    });
  }

  it('proposes another value of --reply if that option overrides a target', () => {
    const place = { file: 'bot.yaml', isStream: false, isReplyOption: true };
    const said = describeFailure({ ...FAILED, proposed_reply: '/a' }, place);
    assert.match(said, /What to do: if its reply is at \/a, pass --reply \/a$/);
  });

  it('an HTTP error leads to the target if there is one, and to a proxy if JSON is not accepted', () => {
    const place = { file: 'bot.yaml', isStream: false };
    const failed = (status: number): TestCallResult => ({
      ...FAILED,
      error: { kind: 'http', status, message: 'no', tries: 1, elapsed_ms: 1 },
    });
    assert.match(describeFailure(failed(404), place), /check method, path and body in bot\.yaml$/);
    assert.match(describeFailure(failed(415), place), /put a proxy that accepts JSON before the/);
    const without = describeFailure(failed(404), { file: undefined, isStream: false });
    assert.match(without, /and --protocol$/);
  });

  it('proposes the pointer to the id of the session', () => {
    const place = { file: 'bot.yaml', isStream: false };
    const said = describeFailure({ ...FAILED, proposed_session: '/data/id' }, place);
    assert.match(said, /at \/data\/id, set from: \/data\/id below session: in bot\.yaml$/);
  });
});

const REQUEST = {
  method: 'POST',
  url: 'http://127.0.0.1:9200/chat',
  headers: { 'content-type': 'application/json' },
  body: '{"text":"Hello"}',
};

describe('showExchange', () => {
  it('shows request, response, reply and session with a label each', () => {
    const response = { status: 200, body: '{"answer":"Hi\\nthere","id":7}' };
    assert.equal(
      showExchange({ request: REQUEST, response, reply: 'Hi\nthere', session: 7 }, 80),
      [
        '  request   POST http://127.0.0.1:9200/chat',
        '            content-type: application/json',
        '            {"text":"Hello"}',
        '  response  200',
        '            {"answer":"Hi\\nthere","id":7}',
        '  reply     Hi there',
        '  session   7',
      ].join('\n'),
    );
  });

  it('shortens long texts to four lines of the terminal and escapes control characters', () => {
    const body = `\u001B[2J${'wide 漢字 text '.repeat(500)}`;
    const response = { status: 200, body };
    const shown = showExchange({ request: REQUEST, response, reply: null, session: null }, 80);
    const lines = shown.split('\n');
    assert.equal(lines.length, 8);
    assert.ok(lines.every((line) => textWidth(line) <= 80));
    assert.match(lines[4] ?? '', /^ {12}\\x1b\[2Jwide/);
    assert.match(lines[7] ?? '', /…$/);
  });

  it('breaks lines at spaces, and long words anywhere', () => {
    const reply = `${'word '.repeat(20)}${'x'.repeat(100)}`;
    assert.deepEqual(
      showExchange({ request: null, response: null, reply, session: null }, 80).split('\n'),
      [
        `  reply     ${'word '.repeat(13).trimEnd()}`,
        `            ${'word '.repeat(7).trimEnd()}`,
        `            ${'x'.repeat(67)}`,
        `            ${'x'.repeat(33)}`,
      ],
    );
  });

  it('shows nothing of a request that was not sent', () => {
    const nothing = { request: null, response: null, reply: null, session: null };
    assert.equal(showExchange(nothing, 80), '');
  });
});
