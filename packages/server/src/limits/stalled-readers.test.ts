import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { exampleServer, READ } from '../testing/example-server.ts';

const TIMEOUT_MS = 100;

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(100_000);
}

describe('a reader of an answer', () => {
  it("is disconnected if it accepts no bytes for too long, even while it keeps sending, and the answer's source is closed", async () => {
    const server = await exampleServer([], {}, { readerTimeoutMs: TIMEOUT_MS });
    const answers = ['/stream', '/whole'].map(() => Promise.withResolvers<void>());
    const ended = new Map([
      ['/stream', answers[0]],
      ['/whole', answers[1]],
    ]);
    server.addHook('onRequest', async (request, reply) => {
      reply.raw.once('close', () => ended.get(request.url)?.resolve());
    });
    const source = Readable.from(endless());
    server.get('/stream', READ, (_, reply) => reply.send(source));
    server.get('/whole', READ, (_, reply) => reply.send('x'.repeat(50_000_000)));
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const sockets = [...ended.keys()].map((path) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    });
    // The HTTP parser skips empty lines between requests: they do not show that the reader accepts bytes.
    const chatter = setInterval(() => {
      for (const socket of sockets) socket.write('\r\n');
    }, TIMEOUT_MS / 4);
    await Promise.all(answers.map(({ promise }) => promise));
    clearInterval(chatter);
    if (!source.closed) await once(source, 'close');
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  it('may wait for its answer for any length of time', async () => {
    const server = await exampleServer([], {}, { readerTimeoutMs: TIMEOUT_MS });
    server.get('/later', READ, async (request, reply) => {
      request.raw.socket.setTimeout(3 * TIMEOUT_MS);
      await once(reply.raw, 'timeout'); // nothing was sent or received during this time
      return 'at last';
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    assert.equal(await (await fetch(`${url}/later`)).text(), 'at last');
    await server.close();
  });
});
