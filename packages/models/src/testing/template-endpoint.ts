import { Target } from '@fairtrial/contracts';
import { bindCredentials, type Egress } from '@fairtrial/egress';
import assert from 'node:assert/strict';
import { createEndpoint, type Endpoint } from '../endpoint/create-endpoint.ts';
import type { ModelCall, ModelOutcome } from '../calls/model-call.ts';

/** The first turn of an attempt. */
export const CALL: ModelCall = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  parameters: { temperature: 0 },
  headers: { 'idempotency-key': 'k', 'x-fairtrial-turn': '0' },
  context: { runId: 'run-7', attempt: 0, turn: 0 },
  signal: new AbortController().signal,
};

/** A request opens the session. */
export const OPENED = {
  path: '/chat/{{session}}',
  headers: { 'x-tenant': 'qa' },
  body: { q: '{{user_message}}' },
  reply: '/said',
  session: { from: '/data/id', open: { path: '/open', body: { for: '{{model}}' } } },
};

/** The session is in each response. */
export const READ = {
  body: { q: '{{user_message}}', id: '{{session}}' },
  reply: '/said',
  session: { from: '/id' },
};

export function assertFailed(
  outcome: ModelOutcome,
): asserts outcome is Extract<ModelOutcome, { state: 'failed' }> {
  assert.equal(outcome.state, 'failed');
}

/** Makes endpoints with a template, at `/given` of a server. Each has a bound secret. */
export function templateEndpoints(
  egress: Egress,
): (url: string, target: object, retries?: number) => Endpoint {
  return (url, target, retries = 0) =>
    createEndpoint({
      egress,
      credentials: bindCredentials([
        { url, header: 'authorization', secret: 'a-bound-secret-key' },
      ]),
      deadlineMs: 10_000,
      retries,
      url: `${url}/given?x=1`,
      protocol: 'auto',
      target: Target.parse(target),
    });
}
