import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPath, parsePath } from '../messages/json-path.ts';
import { CHUNK_PATHS } from './join-stream.ts';
import { readReply, type ParsedReply } from './read-reply.ts';

const EVENTS = 'text/event-stream; charset=utf-8';

function toEvents(...data: readonly unknown[]): string {
  const lines = data.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  return lines.map((line) => `data: ${line}\n\n`).join('');
}

function readEvents(...data: readonly unknown[]): ParsedReply {
  return readReply({ body: toEvents(...data), contentType: EVENTS });
}

function textOf(reading: ParsedReply): string | undefined {
  return reading.state === 'text' ? reading.text : undefined;
}

/** Returns an object with the value at the path. */
function valueWith(path: string, value: unknown): unknown {
  return parsePath(path).reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );
}

const openai = (delta: object, finish_reason: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason }],
});

describe('an unrequested stream', () => {
  for (const { path } of CHUNK_PATHS) {
    it(`a stream with text at ${path} is joined`, () => {
      const chunk = (text: string): unknown =>
        valueWith(path, path.endsWith('parts') ? [{ text }] : text);
      assert.equal(textOf(readEvents(chunk('H'), chunk('i'), '[DONE]')), 'Hi');
      assert.equal(formatPath(parsePath(path)), path);
    });
  }

  it('a stream of OpenAI Responses is read with its usage, and not at all if it failed', () => {
    const delta = { type: 'response.output_text.delta', delta: 'Hi' };
    const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
    const reading = readEvents(
      { type: 'response.created', response: { model: 'small', usage: null, error: null } },
      delta,
      { type: 'response.output_text.done', text: 'Hi' },
      { type: 'response.completed', response: { model: 'small', usage, error: null } },
    );
    assert.ok(reading.state === 'text' && reading.text === 'Hi');
    assert.deepEqual([reading.usage?.total_tokens, reading.model], [5, 'small']);
    const failed = readEvents(delta, { type: 'response.failed', response: { status: 'failed' } });
    assert.equal(failed.state, 'unreadable');
  });

  it('an OpenAI stream is read like the completion without streaming', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const text = readEvents(
      openai({ role: 'assistant', content: '' }),
      openai({ content: 'H' }),
      openai({ content: 'i' }, 'stop'),
      { choices: [], usage, model: 'small' },
      '[DONE]',
    );
    assert.ok(text.state === 'text' && text.text === 'Hi');
    assert.deepEqual([text.usage?.total_tokens, text.model], [5, 'small']);
    const written = { index: 0, id: 'x', function: { name: 'search', arguments: '{}' } };
    const call = readEvents(openai({ tool_calls: [written] }), openai({}, 'tool_calls'), '[DONE]');
    assert.ok(call.state === 'text' && call.text === '');
    assert.deepEqual(call.toolCalls, [{ name: 'search', arguments: {} }]);
    assert.equal(textOf(readEvents(openai({ refusal: 'No' }), openai({}, 'stop'))), 'No');
  });

  it('streams of JSON lines and of plain text events are joined', () => {
    const lines = [{ message: { content: 'H' } }, { message: { content: 'i' }, done: true }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    assert.equal(textOf(readReply({ body, contentType: 'application/x-ndjson' })), 'Hi');
    assert.equal(textOf(readEvents('Hello', ' there', ' 42', '[DONE]')), 'Hello there 42');
    assert.equal(textOf(readEvents('"H"', '"i"')), 'Hi');
    assert.equal(textOf(readEvents({ choices: [{ message: { content: 'Hi' } }] })), 'Hi');
  });

  it('text that a stream repeats, cumulatively or at the end, is read once', () => {
    assert.equal(textOf(readEvents({ text: 'H' }, { text: 'He' }, { text: 'Hey' })), 'Hey');
    assert.equal(textOf(readEvents({ text: 'H' }, { text: 'ey' }, { text: 'Hey' })), 'Hey');
    assert.equal(textOf(readEvents({ token: 'H' }, { token: 'i' }, { answer: 'Hi' })), 'Hi');
  });

  it('reasoning and tool events of a stream are not part of the reply', () => {
    const responses = [
      { type: 'response.reasoning_summary_text.delta', delta: 'Well' },
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.output_text.done', text: 'Hi' },
      { type: 'response.function_call_arguments.delta', delta: '{}' },
    ];
    assert.equal(textOf(readEvents(...responses)), 'Hi');
    const body = `event: thinking\ndata: {"text": "Well"}\n\n${toEvents({ text: 'Hi' })}`;
    assert.equal(textOf(readReply({ body, contentType: EVENTS })), 'Hi');
  });

  it('a stream that breaks off, reports an error or has too many events is unreadable', () => {
    for (const [events, message] of [
      [[openai({ content: 'H' })], /^the stream broke off/],
      [[openai({ content: 'H' }), { error: { message: 'no' } }], /^the stream reports an error/],
      [[{ text: 'H' }, { type: 'error', message: 'overloaded' }], /^the stream reports an error/],
      [
        Array.from({ length: 20_001 }, () => ({ text: 'a' })),
        /^the stream has more than 20000 events/,
      ],
    ] as const) {
      const reading = readEvents(...events);
      assert.ok(reading.state === 'unreadable' && reading.proposedReply === undefined);
      assert.match(reading.message, message);
    }
  });

  it('a stream of an unknown shape proposes a location, and target.reply reads each event', () => {
    const events = [{ part: { said: 'Hello' } }, { part: { said: ' there' } }, { done: true }];
    const body = toEvents(...events.slice(0, 2));
    const reading = readReply({ body, contentType: EVENTS });
    assert.ok(reading.state === 'unreadable');
    assert.match(
      reading.message,
      /^the stream has no reply that can be read: it has the keys part\.said/,
    );
    const pointer = reading.proposedReply ?? undefined;
    assert.equal(pointer, '/part/said');
    const pointed = readReply({ body: toEvents(...events), contentType: EVENTS, pointer });
    assert.equal(textOf(pointed), 'Hello there');
  });
});

describe('target.stream', () => {
  const readAt = (body: string, contentType = EVENTS): ParsedReply =>
    readReply({ body, contentType, stream: '/delta/text', pointer: '/reply' });

  it('target.stream joins the texts at its pointer and skips other events', () => {
    const events = toEvents({ ping: 1 }, { delta: { text: 'Hel' } }, 'not JSON', {
      delta: { text: 'lo' },
      reply: 'other',
    });
    assert.equal(textOf(readAt(events)), 'Hello');
    assert.equal(
      textOf(readAt(`${events}data: [DONE]\n\n${toEvents({ delta: { text: '!' } })}`)),
      'Hello',
    );
    assert.equal(textOf(readAt(events, 'text/plain')), 'Hello', 'whatever the content type says');
  });

  it('reasoning, tool and status events are not joined at the pointer of target.stream or target.reply', () => {
    const responses = toEvents(
      { type: 'response.reasoning_summary_text.delta', delta: 'Well' },
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.output_text.delta', delta: '!' },
      { type: 'response.function_call_arguments.delta', delta: '{}' },
    );
    const typed = toEvents({ type: 'thinking', text: 'hmm ' }, { type: 'answer', text: 'Hi!' });
    const named = `event: tool_call\ndata: {"text": "find"}\n\n${toEvents({ text: 'Hi!' })}`;
    for (const [body, pointer] of [
      [responses, '/delta'],
      [typed, '/text'],
      [named, '/text'],
    ] as const) {
      for (const source of [{ stream: pointer }, { pointer }]) {
        const reading = readReply({ body, contentType: EVENTS, ...source });
        assert.equal(textOf(reading), 'Hi!', body);
      }
    }
  });

  it('target.stream reads silent events if no other event has a text, and numbers as text', () => {
    const read = (...events: readonly unknown[]): string | undefined =>
      textOf(readReply({ body: toEvents(...events), contentType: EVENTS, stream: '/text' }));
    assert.equal(read({ type: 'status', text: 'Hi' }, { type: 'end' }), 'Hi');
    assert.equal(read({ text: 'It is ' }, { text: 42 }, { text: '.' }), 'It is 42.');
  });

  it('a Responses stream has the tool calls of its last event, also without a text', () => {
    const call = { type: 'function_call', name: 'search', arguments: '{}', call_id: 'c' };
    const text = { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] };
    for (const [output, said] of [
      [[text, call], 'Hi'],
      [[call], ''],
    ] as const) {
      const reading = readEvents(
        { type: 'response.output_text.delta', delta: 'Hi' },
        { type: 'response.completed', response: { model: 'm', output } },
      );
      assert.ok(reading.state === 'text');
      assert.deepEqual([reading.text, reading.model], [said, 'm']);
      assert.deepEqual(reading.toolCalls, [{ name: 'search', arguments: {} }]);
    }
    const without = readEvents(
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.completed', response: { output: [] } },
    );
    assert.equal(textOf(without), 'Hi');
  });

  it('target.tool_calls of a stream joins the lists of all events, or reads the list so far', () => {
    const tool = (name: string): object => ({ name, arguments: {} });
    const namesOf = (...lists: readonly (readonly string[])[]): readonly string[] | undefined => {
      const events = lists.map((names) => ({ tools: names.map(tool) }));
      const body = toEvents(...events, { delta: { text: 'Hi' } });
      const reading = readReply({
        body,
        contentType: EVENTS,
        stream: '/delta/text',
        toolCalls: '/tools',
      });
      return reading.state === 'text' ? reading.toolCalls?.map(({ name }) => name) : undefined;
    };
    assert.deepEqual(namesOf(['verify'], ['block']), ['verify', 'block']);
    assert.deepEqual(namesOf(['verify'], ['verify', 'block']), ['verify', 'block']);
    assert.deepEqual(namesOf([]), []);
    assert.equal(namesOf(), undefined);
  });

  it('target.stream fails with the error of the stream or of the response', () => {
    for (const [body, type, message] of [
      [
        toEvents({ delta: { text: 'H' } }, { error: 'full' }),
        EVENTS,
        /^the stream reports an error/,
      ],
      ['{"error": "full"}', 'application/json', /^the endpoint answered with an error: .*full/],
      ['{"reply": "Hi"}', 'application/json', /^the endpoint did not stream its answer/],
      ['Hi', 'text/plain', /^the endpoint did not stream its answer/],
      ['', EVENTS, /^the answer is empty/],
    ] as const) {
      const reading = readAt(body, type);
      assert.match(reading.state === 'unreadable' ? reading.message : 'read', message);
    }
  });

  it('a wrong target.stream proposes the pointer in the event that has a text', () => {
    const reading = readAt(toEvents({ start: 1 }, { part: { said: 'Hello' } }, { done: true }));
    assert.ok(reading.state === 'unreadable');
    assert.equal(reading.proposedReply, '/part/said');
    assert.match(
      reading.message,
      /it has the keys part\.said\. .* set target\.stream to sse:\/part\/said\.$/,
    );
  });
});
