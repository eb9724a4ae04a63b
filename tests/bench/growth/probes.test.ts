import { test } from 'node:test';
import type { Caller } from './call-service.ts';
import { listProbes } from './probes.ts';

test('the growth benchmark measures every route and every query parameter of the evaluation service', async () => {
  const ended = { full: 'a', second: 'b', light: 'c', failed: 'd' };
  const call = (async () => ({ run_id: 'e', next_cursor: 'f' })) as Caller;
  await listProbes({
    call,
    runs: { ...ended, spare: ended, queued: 'g' },
    endpoint: 'http://127.0.0.1:1/v1',
  });
});
