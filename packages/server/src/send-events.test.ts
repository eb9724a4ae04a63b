import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { exampleServer, READ } from './testing/example-server.ts';
import { lastEventId, sendEvents, type ServerEvent } from './send-events.ts';

describe('an event stream', () => {
  it('has ids, names, JSON and text of several lines, and comes to an end', async () => {
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

  it('goes on where its reader left off', async () => {
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

  it('gives a sign of life while nothing happens, and loses nothing to it', async () => {
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

  it('lets go of its source when the reader hangs up, however quiet it is', async () => {
    const release = Promise.withResolvers<void>();
    /** Says one thing, and then nothing until it is told to end. */
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
