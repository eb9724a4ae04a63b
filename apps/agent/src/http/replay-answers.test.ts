import type { Reply, Request } from '@fairtrial/server';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReplay, type Replay } from './replay-answers.ts';

const MINUTE = 60_000;

/** Sends a request with this key and returns the body that was sent. */
async function ask(replay: Replay, key: string, work: () => Promise<object>): Promise<string> {
  const request = { headers: { 'idempotency-key': key }, url: '/', body: {} };
  let sent = '';
  const reply = { headers: () => reply, type: () => reply, send: (text: string) => (sent = text) };
  const exchange = { request: request as unknown as Request, reply: reply as unknown as Reply };
  await replay(exchange, async () => ({ body: await work(), headers: {} }));
  return sent;
}

function counted(text = ''): { readonly work: () => Promise<object>; readonly done: () => number } {
  let done = 0;
  return { work: async () => ({ text, done: (done += 1) }), done: () => done };
}

describe('answers cached by Idempotency-Key', () => {
  it('a cached answer is replayed for ten minutes and then expires', async () => {
    let now = 1000;
    const replay = createReplay(() => now);
    const { work, done } = counted();
    const first = await ask(replay, 'k', work);
    now += 10 * MINUTE - 1;
    assert.equal(await ask(replay, 'k', work), first);
    assert.equal(done(), 1);
    now += 2;
    assert.notEqual(await ask(replay, 'k', work), first);
    assert.equal(done(), 2);
  });

  it('the ten minutes of a cached answer start when it is complete', async () => {
    let now = 1000;
    const replay = createReplay(() => now);
    const answered = Promise.withResolvers<object>();
    const first = ask(replay, 'k', () => answered.promise);
    now += 11 * MINUTE;
    const { work, done } = counted();
    const twin = ask(replay, 'k', work);
    answered.resolve({ text: 'at last' });
    assert.equal(await twin, await first);
    now += 9 * MINUTE;
    assert.equal(await ask(replay, 'k', work), await first);
    assert.equal(done(), 0);
  });

  it('the oldest answers are evicted above 32 MiB in total', async () => {
    const replay = createReplay();
    const { work, done } = counted('x'.repeat(1024 * 1024)); // two bytes per character
    for (let n = 1; n <= 17; n += 1) await ask(replay, `k${n}`, work);
    await ask(replay, 'k17', work);
    assert.equal(done(), 17, 'the newest is there');
    await ask(replay, 'k1', work);
    assert.equal(done(), 18, 'the oldest is not');
  });

  it('an answer larger than 32 MiB is not cached', async () => {
    const replay = createReplay();
    const { work, done } = counted('x'.repeat(17 * 1024 * 1024));
    await ask(replay, 'k', work);
    await ask(replay, 'k', work);
    assert.equal(done(), 2);
  });
});
