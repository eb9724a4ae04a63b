import { noCredentials, type Egress } from '@assay/egress';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEndpoint } from './create-endpoint.ts';
import type { ModelOutcome } from './model-call.ts';

/** Calls an endpoint that responds with these statuses; allows `allowed` requests after the first. */
async function callAllowed(
  statuses: readonly number[],
  allowed: number,
): Promise<readonly [outcome: ModelOutcome, requests: number]> {
  let requests = 0;
  let left = allowed;
  const read: Egress['read'] = async () => {
    requests += 1;
    return {
      status: statuses[requests - 1] ?? 200,
      headers: { 'retry-after': '0' },
      text: '{"content": "ok"}',
    };
  };
  const open: Egress['open'] = () => assert.fail('a reply is read to its end');
  const endpoint = createEndpoint({
    egress: { open, read, close: async () => undefined },
    credentials: noCredentials,
    deadlineMs: 60_000,
    retries: 3,
    url: 'http://model.test/',
    protocol: 'auto',
  });
  const outcome = await endpoint.call({
    model: 'm',
    messages: [],
    parameters: {},
    headers: {},
    reserveRequest: async () => {
      left -= 1;
      return left >= 0;
    },
    signal: new AbortController().signal,
  });
  return [outcome, requests];
}

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
