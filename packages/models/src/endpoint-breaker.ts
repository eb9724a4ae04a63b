import { createBreaker, NOT_SENT, type Breaker } from './create-breaker.ts';
import type { ModelOutcome } from './model-call.ts';

/** For an endpoint under test, for the length of a run. */
export function createEndpointBreaker(): Breaker<ModelOutcome> {
  return createBreaker<ModelOutcome>({
    isReached: (outcome) => outcome.state === 'answered' || outcome.reached,
    notSent: {
      state: 'failed',
      reached: false,
      error: {
        kind: 'circuit_open',
        status: null,
        message: `the endpoint: ${NOT_SENT}`,
        tries: 0,
        elapsed_ms: 0,
      },
    },
    givesUp: true,
  });
}
