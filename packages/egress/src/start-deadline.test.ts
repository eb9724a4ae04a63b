import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { startDeadline } from './start-deadline.ts';

describe('startDeadline', () => {
  it('a deadline ends with a TimeoutError when its time is up', async () => {
    const caller = new AbortController();
    const ended = Promise.withResolvers<Error>();
    startDeadline(caller.signal, 5, ended.resolve);
    assert.equal((await ended.promise).name, 'TimeoutError');
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });

  it("a deadline ends with its caller's abort reason", () => {
    const caller = new AbortController();
    const ends: Error[] = [];
    const deadline = startDeadline(caller.signal, 60_000, (reason) => ends.push(reason));
    const reason = new Error('the client disconnected');
    caller.abort(reason);
    deadline.clear();
    assert.deepEqual(ends, [reason]);
    assert.throws(() => startDeadline(caller.signal, 60_000, () => undefined), reason);
  });

  it("a cleared deadline leaves no listener on the caller's signal", () => {
    const caller = new AbortController();
    const never = (): void => assert.fail('it is not over');
    for (let n = 0; n < 20; n += 1) startDeadline(caller.signal, 60_000, never).clear();
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });
});
