import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';

/** A shutdown takes some ten milliseconds. Node closes an unused connection after a minute. */
const GUARD_MS = 20_000;

it('an unused open connection does not delay the shutdown of a service', async () => {
  await using service = await startService('simulator');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // Connections are accepted in order: once this one is answered, the other one has been accepted too.
  await (await fetch(`${service.url}/livez`)).text();
  const exited = once(service.process, 'exit');
  const since = performance.now();
  service.process.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.ok(performance.now() - since < GUARD_MS);
  socket.destroy();
});
