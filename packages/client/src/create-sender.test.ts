import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ApiError } from './api-error.ts';
import { createSender, type Sender } from './create-sender.ts';

type Answer = () => Response;

const PROBLEM = {
  type: 'about:blank',
  title: 'The service is overloaded',
  status: 503,
  detail: 'come back later',
  instance: '/runs',
  code: 'overloaded',
  request_id: 'r-1',
};

/** Returns one response after the other and counts the calls. */
function answering(...answers: readonly Answer[]): { sender: Sender; asked: () => number } {
  const fetch = mock.fn(async () => {
    const answer = answers[Math.min(fetch.mock.callCount(), answers.length - 1)];
    if (answer === undefined) throw new Error('nothing to answer with');
    return answer();
  });
  return {
    sender: createSender({ baseUrl: 'http://service.test/', fetch }),
    asked: () => fetch.mock.callCount(),
  };
}

const fine: Answer = () => Response.json({ fine: true });
const full: Answer = () => Response.json(PROBLEM, { status: 503, headers: { 'retry-after': '0' } });
const noReturn: Answer = () => Response.json(PROBLEM, { status: 503 });
const broken: Answer = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
  });
};
const cutOff: Answer = () =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.error(new TypeError('terminated')),
    }),
  );

describe('createSender', () => {
  it('retries if the connection fails or is lost, or the response has Retry-After', async () => {
    for (const first of [broken, cutOff, full]) {
      const { sender, asked } = answering(first, fine);
      assert.deepEqual(await sender.json({ path: '/runs' }), { fine: true });
      assert.equal(asked(), 2);
    }
  });

  it('does not retry requests that are not idempotent', async () => {
    const { sender, asked } = answering(broken, fine);
    await assert.rejects(sender.json({ method: 'POST', path: '/evaluate', body: {} }));
    assert.equal(asked(), 1);
    const headers = { 'idempotency-key': 'k' };
    await sender.json({ method: 'POST', path: '/evaluate', body: {}, headers });
    assert.equal(asked(), 2);
  });

  it('does not retry error responses without Retry-After', async () => {
    const { sender, asked } = answering(noReturn, fine);
    await assert.rejects(sender.json({ path: '/runs' }), { code: 'overloaded' });
    assert.equal(asked(), 1);
  });

  it('throws the last error after three retries', async () => {
    const { sender, asked } = answering(full);
    await assert.rejects(sender.json({ path: '/runs' }), { status: 503 });
    assert.equal(asked(), 4);
  });

  it('stops immediately on abort, also while it waits', async () => {
    const stop = new AbortController();
    const later: Answer = () => {
      queueMicrotask(() => stop.abort(new Error('enough')));
      return Response.json(PROBLEM, { status: 503, headers: { 'retry-after': '60' } });
    };
    const { sender, asked } = answering(later, fine);
    await assert.rejects(sender.json({ path: '/runs', signal: stop.signal }), /enough/);
    assert.equal(asked(), 1);
  });

  it('converts a problem document to an ApiError with all its fields', async () => {
    const errors = [{ pointer: '/attempts', detail: 'must be at least 1' }];
    const { sender } = answering(() => Response.json({ ...PROBLEM, errors }, { status: 422 }));
    const error = await sender.json({ path: '/runs' }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ApiError);
    assert.equal(error.detail, 'come back later');
    assert.equal(error.title, 'The service is overloaded');
    assert.equal(error.requestId, 'r-1');
    assert.deepEqual(error.errors, errors);
  });

  it('names the server that does not answer or answers with something other than JSON', async () => {
    const { sender: dead } = answering(broken);
    await assert.rejects(dead.json({ path: '/' }), {
      status: 0,
      code: 'unreachable',
      detail: 'http://service.test does not answer (ECONNREFUSED)',
    });
    const { sender } = answering(() => new Response('<html>'));
    await assert.rejects(sender.json({ path: '/' }), { code: 'bad_answer' });
    const proxy = answering(() => new Response('nginx', { status: 404 }));
    await assert.rejects(proxy.sender.json({ path: '/' }), { status: 404, code: 'bad_answer' });
  });
});
