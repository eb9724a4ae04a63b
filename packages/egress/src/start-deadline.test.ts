import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { startDeadline } from './start-deadline.ts';

describe('startDeadline', () => {
  it('ends when the time is up, as a timeout', async () => {
    const caller = new AbortController();
    const ended = Promise.withResolvers<Error>();
    startDeadline(caller.signal, 5, ended.resolve);
    assert.equal((await ended.promise).name, 'TimeoutError');
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });

  it('ends with its caller, for the reason the caller gave', () => {
    const caller = new AbortController();
    const ends: Error[] = [];
    const deadline = startDeadline(caller.signal, 60_000, (reason) => ends.push(reason));
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    deadline.clear();
    assert.deepEqual(ends, [reason]);
    assert.throws(() => startDeadline(caller.signal, 60_000, () => undefined), reason);
  });

  it('leaves nothing with a caller that outlives it', () => {
    const caller = new AbortController();
    const never = (): void => assert.fail('it is not over');
    for (let n = 0; n < 20; n += 1) startDeadline(caller.signal, 60_000, never).clear();
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });
});
