import { noCredentials, StartedTooLateError, type Egress } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEndpoint } from './create-endpoint.ts';
import type { Admission } from './call-with-retries.ts';
import type { ModelCall, ModelOutcome } from '../calls/model-call.ts';

/** Calls an endpoint that responds with these statuses; allows `allowed` requests after the first. */
async function callAllowed(
  statuses: readonly number[],
  allowed: number,
): Promise<readonly [outcome: ModelOutcome, requests: number]> {
  let requests = 0;
  let left = allowed;
  const reserveRequest = async (): Promise<boolean> => {
    left -= 1;
    return left >= 0;
  };
  const onRequest = (): number => {
    requests += 1;
    return statuses[requests - 1] ?? 200;
  };
  const outcome = await callWith({ onRequest, reserveRequest });
  return [outcome, requests];
}

interface CallOptions extends Pick<ModelCall, 'reserveRequest' | 'beforeRequest'> {
  /** Returns the status of the response. */
  readonly onRequest: () => number;
  readonly admission?: Admission;
  readonly retryAfter?: string;
}

async function callWith({
  onRequest,
  admission,
  retryAfter = '0',
  ...rest
}: CallOptions): Promise<ModelOutcome> {
  const headers = { 'retry-after': retryAfter };
  const read: Egress['read'] = async () => {
    return { status: onRequest(), headers, text: '{"content": "ok"}' };
  };
  const open: Egress['open'] = () => assert.fail('a reply is read to its end');
  const endpoint = createEndpoint({
    egress: { open, read, close: async () => undefined },
    credentials: noCredentials,
    deadlineMs: 60_000,
    retries: 3,
    url: 'http://model.test/',
    protocol: 'auto',
    admission,
  });
  return endpoint.call({
    model: 'm',
    messages: [],
    parameters: {},
    headers: {},
    ...rest,
    signal: new AbortController().signal,
  });
}

it('a call is sent again once Retry-After has passed', async () => {
  const asked: number[] = [];
  const onRequest = (): number => {
    asked.push(performance.now());
    return asked.length === 1 ? 429 : 200;
  };
  assert.equal((await callWith({ onRequest, retryAfter: '1' })).state, 'answered');
  const [refused = 0, again = 0, ...more] = asked;
  assert.deepEqual(more, []);
  // A busy machine only makes it later; a timer may be 2 ms early.
  assert.ok(again - refused >= 998, `${again - refused} ms`);
});

it('a retry is only sent if the budget of the run allows it', async () => {
  for (const allowed of [0, 1, 2]) {
    const [outcome, requests] = await callAllowed([503, 503, 503], allowed);
    assert.equal(requests, allowed + 1);
    assert.ok(outcome.state === 'failed');
    assert.deepEqual([outcome.error.status, outcome.error.tries], [503, allowed + 1]);
    assert.match(outcome.error.message, /not sent again, since the budget of the run is spent$/);
  }
  const [outcome, requests] = await callAllowed([503, 503, 503], 3);
  assert.deepEqual([outcome.state, requests], ['answered', 4]);
});

it('target discovery stops when the budget allows no more requests', async () => {
  for (const [allowed, state] of [
    [0, 'failed'],
    [1, 'failed'],
    [2, 'answered'],
  ] as const) {
    const [outcome, requests] = await callAllowed([404, 404], allowed);
    assert.deepEqual([outcome.state, requests], [state, allowed + 1]);
  }
});

it('the caller is asked before every request, after admission, and a request is not sent if the caller throws', async () => {
  const events: string[] = [];
  const admission: Admission = {
    async enter() {
      events.push('enter');
      return { leave: () => void events.push('leave') };
    },
  };
  const onRequest = (): number => {
    events.push('request');
    return 503;
  };
  const beforeRequest = async (): Promise<number> => {
    events.push('before');
    if (events.length > 4) throw new Error('lost');
    return Infinity;
  };
  await assert.rejects(callWith({ onRequest, admission, beforeRequest }), /lost/);
  assert.deepEqual(events, ['enter', 'before', 'request', 'leave', 'enter', 'before', 'leave']);
});

it('a request that was not started in time is prepared and sent again, and is no try', async () => {
  let requests = 0;
  let prepared = 0;
  const onRequest = (): number => {
    requests += 1;
    if (requests < 5) throw new StartedTooLateError();
    return 200;
  };
  const beforeRequest = async (): Promise<number> => {
    prepared += 1;
    return performance.now() + 60_000;
  };
  const outcome = await callWith({ onRequest, beforeRequest });
  assert.deepEqual([outcome.state, requests, prepared], ['answered', 5, 5]);
});
