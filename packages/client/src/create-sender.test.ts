import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ApiError } from './api-error.ts';
import { createSender, type Sender } from './create-sender.ts';

type Answer = () => Response;

const PROBLEM = {
  type: 'about:blank',
  title: 'The service is full',
  status: 503,
  detail: 'come back later',
  instance: '/runs',
  code: 'overloaded',
  request_id: 'r-1',
};

/** Gives one answer after the other, and counts how often it was asked. */
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

describe('a call', () => {
  it('is made again where the connection was not there, was lost, or the service says when', async () => {
    for (const first of [broken, cutOff, full]) {
      const { sender, asked } = answering(first, fine);
      assert.deepEqual(await sender.json({ path: '/runs' }), { fine: true });
      assert.equal(asked(), 2);
    }
  });

  it('is not made again where asking twice could do something twice', async () => {
    const { sender, asked } = answering(broken, fine);
    await assert.rejects(sender.json({ method: 'POST', path: '/evaluate', body: {} }));
    assert.equal(asked(), 1);
    const headers = { 'idempotency-key': 'k' };
    await sender.json({ method: 'POST', path: '/evaluate', body: {}, headers });
    assert.equal(asked(), 2);
  });

  it('is not retried without Retry-After', async () => {
    const { sender, asked } = answering(noReturn, fine);
    await assert.rejects(sender.json({ path: '/runs' }), { code: 'overloaded' });
    assert.equal(asked(), 1);
  });

  it('gives up after three more times, with the last error', async () => {
    const { sender, asked } = answering(full);
    await assert.rejects(sender.json({ path: '/runs' }), { status: 503 });
    assert.equal(asked(), 4);
  });

  it('ends at once when it is told to, also while it waits', async () => {
    const stop = new AbortController();
    const later: Answer = () => {
      queueMicrotask(() => stop.abort(new Error('enough')));
      return Response.json(PROBLEM, { status: 503, headers: { 'retry-after': '60' } });
    };
    const { sender, asked } = answering(later, fine);
    await assert.rejects(sender.json({ path: '/runs', signal: stop.signal }), /enough/);
    assert.equal(asked(), 1);
  });

  it('tells a problem as one error with everything that was said', async () => {
    const errors = [{ pointer: '/attempts', detail: 'must be at least 1' }];
    const { sender } = answering(() => Response.json({ ...PROBLEM, errors }, { status: 422 }));
    const error = await sender.json({ path: '/runs' }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ApiError);
    assert.equal(error.detail, 'come back later');
    assert.equal(error.title, 'The service is full');
    assert.equal(error.requestId, 'r-1');
    assert.deepEqual(error.errors, errors);
  });

  it('says who does not answer, and who answers with something else', async () => {
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
