import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';

/** Both take about 20 ms. A shutdown that waits for the connection takes half a minute, a thousand times as long. */
const MAX_RATIO = 100;

it('an unused open connection does not delay the shutdown of a service', async () => {
  const bare = await timeShutdown();
  const delayed = await timeShutdown('unused connection');
  assert.ok(delayed < MAX_RATIO * bare, `${delayed} ms, and ${bare} ms without the connection`);
});

/** Returns the milliseconds from SIGTERM to the exit of a service. */
async function timeShutdown(held?: 'unused connection'): Promise<number> {
  await using service = await startService('simulator');
  const socket = held && connect(Number(new URL(service.url).port), '127.0.0.1');
  if (socket) await once(socket, 'connect');
  // Connections are accepted in order: once this one is answered, the other one has been accepted too.
  await (await fetch(`${service.url}/livez`)).text();
  const exited = once(service.process, 'exit');
  const since = performance.now();
  service.process.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  const ms = performance.now() - since;
  socket?.destroy();
  return ms;
}
