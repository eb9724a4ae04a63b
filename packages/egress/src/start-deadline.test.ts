import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { describe, it } from 'node:test';
import { startDeadline } from './start-deadline.ts';

describe('startDeadline', () => {
  it('ends when the time is up, as a timeout', async () => {
    const caller = new AbortController();
    const { signal } = startDeadline(caller.signal, 5);
    await once(signal, 'abort');
    assert.equal((signal.reason as Error).name, 'TimeoutError');
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });

  it('ends with its caller, for the reason the caller gave', () => {
    const caller = new AbortController();
    const { signal } = startDeadline(caller.signal, 60_000);
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    assert.equal(signal.reason, reason);
    assert.throws(() => startDeadline(caller.signal, 60_000), reason);
  });

  it('leaves nothing with a caller that outlives it', () => {
    const caller = new AbortController();
    for (let n = 0; n < 20; n += 1) startDeadline(caller.signal, 60_000).clear();
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });
});
