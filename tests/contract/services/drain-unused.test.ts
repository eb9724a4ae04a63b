import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';

it('a connection on which nothing was ever sent does not hold up a service that is to end', async () => {
  await using service = await startService('simulator');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // Connections are taken on in order: once this one is answered, that one is there too.
  await (await fetch(`${service.url}/livez`)).text();
  const exited = once(service.process, 'exit');
  const since = performance.now();
  service.process.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.ok(performance.now() - since < 5000);
  socket.destroy();
});
