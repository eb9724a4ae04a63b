import { AppError } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../tests/support/measure/assert-times.ts';
import {
  lastEventId,
  prefersEventStream,
  sendAnswerEvents,
  sendEvents,
  type ServerEvent,
} from './send-events.ts';
import { exampleServer, READ } from './testing/example-server.ts';

describe('an event stream', () => {
  it('sends ids, names, JSON and multi-line text, and ends', async () => {
    async function* events(): AsyncGenerator<ServerEvent> {
      yield { id: '7', event: 'turns-finished', data: { done: 3 } };
      yield { data: 'two\nlines' };
    }
    const server = await exampleServer();
    server.get('/events', READ, (_, reply) => sendEvents(reply, () => events()));
    const { headers, body } = await server.inject('/events');
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    assert.equal(
      body,
      'id: 7\nevent: turns-finished\ndata: {"done":3}\n\ndata: two\ndata: lines\n\n',
    );
    await server.close();
  });

  it('resumes after the last event that the reader has seen', async () => {
    async function* from(start: number): AsyncGenerator<ServerEvent> {
      for (let n = start; n <= 3; n += 1) yield { id: String(n), data: n };
    }
    const server = await exampleServer();
    server.get('/events', READ, (request, reply) =>
      sendEvents(reply, () => from(Number(lastEventId(request) ?? 0) + 1)),
    );
    const { body } = await server.inject({ url: '/events', headers: { 'last-event-id': '2' } });
    assert.equal(body, 'id: 3\ndata: 3\n\n');
    await server.close();
  });

  it('sends heartbeats while nothing happens, and loses no event', async () => {
    const later = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<ServerEvent> {
      await later.promise;
      yield { data: 'at last' };
    }
    const server = await exampleServer();
    server.get('/events', READ, (_, reply) => sendEvents(reply, () => events(), 5));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const { body } = await fetch(`${url}/events`);
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array);
      if (text.includes(': still here\n\n: still here')) later.resolve();
    }
    assert.match(text, /^(: still here\n\n){2,}data: at last\n\n$/);
    await server.close();
  });

  it('closes its source when the reader hangs up, even if the source is idle', async () => {
    const release = Promise.withResolvers<void>();
    /** Yields one event, then waits until it is aborted. */
    async function* events(signal: AbortSignal): AsyncGenerator<ServerEvent> {
      yield { data: 'once' };
      await once(signal, 'abort');
      release.resolve();
    }
    const server = await exampleServer();
    server.get('/events', READ, (_, reply) => sendEvents(reply, events));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const caller = new AbortController();
    const { body } = await fetch(`${url}/events`, { signal: caller.signal });
    await body?.getReader().read();
    caller.abort();
    await release.promise;
    await server.close();
  });
});

/** Yields one event, or throws if the promise rejects. */
async function* failing(event: Promise<ServerEvent>): AsyncGenerator<ServerEvent> {
  yield await event;
}

describe('a streamed answer', () => {
  const onFailure = (thrown: unknown): readonly ServerEvent[] => [
    { data: { error: (thrown as Error).message } },
  ];

  it('has an HTTP error status if it fails before its first event', async () => {
    const refusal = new AppError('rate_limited', 'slow down', { headers: { 'retry-after': '7' } });
    const source = (): AsyncIterable<ServerEvent> => failing(Promise.reject(refusal));
    const server = await exampleServer();
    server.get('/answer', READ, (_, reply) => sendAnswerEvents(reply, { source, onFailure }));
    const { statusCode, headers } = await server.inject('/answer');
    assert.deepEqual([statusCode, headers['retry-after']], [429, '7']);
    await server.close();
  });

  it('starts without an event after a while, and then reports a failure as an event', async () => {
    const later = Promise.withResolvers<ServerEvent>();
    const source = (): AsyncIterable<ServerEvent> => failing(later.promise);
    const server = await exampleServer();
    server.get('/answer', READ, (_, reply) => sendAnswerEvents(reply, { source, onFailure }, 5));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${url}/answer`);
    assert.equal(response.status, 200);
    later.reject(new Error('no'));
    assert.match(await response.text(), /^(: still here\n\n)*data: {"error":"no"}\n\n$/);
    await server.close();
  });
});

const STREAM = [
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'text/event-stream, */*',
  '*/*, text/event-stream',
  'text/event-stream, application/json',
  'application/json;q=0.5, text/event-stream',
  'application/json;q=0, text/event-stream;q=0.1',
  'application/*;q=0.1, text/event-stream ; q=0.2',
  'text/event-stream;q=nonsense',
  'a/b;x="1,2", text/event-stream',
];
const WHOLE = [
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json',
  'text/event-stream;q=0',
  'text/event-stream; Q=0.000',
  'application/json, text/event-stream',
  'application/json;q=0.5, text/event-stream;q=0.5',
  'text/event-stream;q=0.5, application/json',
  'text/event-stream;q=0.5, */*',
  'text/event-streams',
  'application/json;profile="a,text/event-stream"',
];

describe('prefersEventStream', () => {
  it('is true if the header names a stream with at least the weight of JSON and before it', () => {
    for (const accept of STREAM) assert.equal(prefersEventStream(accept), true, accept);
  });

  it('is false for any other header', () => {
    for (const accept of WHOLE) assert.equal(prefersEventStream(accept), false, accept);
  });

  it('accepts any text, and reads a long one in linear time', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof prefersEventStream(text) === 'boolean'));
    for (const piece of ['"\\', '\\"', ';q=', ', ', '"']) {
      const [few, many] = [piece.repeat(10_000), piece.repeat(100_000)];
      // It takes up to 2 times as long as ten texts with a tenth of the pieces, and 10 times if it is quadratic.
      assertTimes(5, piece, {
        work: () => prefersEventStream(many),
        bare: () => Array.from({ length: 10 }, () => prefersEventStream(few)),
      });
    }
  });
});
