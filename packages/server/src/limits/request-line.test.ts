import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { exampleServer, READ } from '../testing/example-server.ts';

it('a server spreads reading and checking the requests of a burst over time, and answers all of them', async () => {
  const server = await exampleServer([], { requestsInAll: 600 });
  let seen = 0;
  let begun = 0;
  let most = 0;
  server.addHook('onRequest', async () => {
    seen += 1;
    most = Math.max(most, seen - 2 * begun);
  });
  server.get('/counted', READ, async () => {
    begun += 1;
    return 'counted';
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const sockets = Array.from({ length: 600 }, () => connect(Number(new URL(url).port)));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const answers = sockets.map(async (socket) => {
    socket.write('GET /counted HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return (await text(socket)).slice(0, 12);
  });
  const statusLines = new Set(await Promise.all(answers));
  await server.close();
  assert.deepEqual(statusLines, new Set(['HTTP/1.1 200']));
  assert.ok(most < 150, `${most} were read before their turn`);
});
