import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';
import type { ModelFailure, ModelOutcome } from './model-call.ts';

const FAILURES = 5;
const PAUSE_MS = 5000;
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER;

/** Runs a call, or says at once that there is no use in it. */
export type Breaker = (call: () => Promise<ModelOutcome>) => Promise<ModelOutcome>;

const NOT_SENT: ModelFailure = {
  state: 'failed',
  reached: false,
  error: {
    kind: 'circuit_open',
    status: null,
    message: `the endpoint could not be reached ${FAILURES} times in a row, so this request was not sent`,
    tries: 0,
    elapsed_ms: 0,
  },
};

/**
 * Where nobody was ever there, five failures to connect give the rest up at once; where somebody was,
 * they make it wait a few seconds and look again, so that a blip never kills a run.
 */
export function createBreaker(): Breaker {
  let wasReached = false;
  const policy = circuitBreaker(
    handleWhenResult((outcome) => !isReached(outcome as ModelOutcome)),
    {
      breaker: new ConsecutiveBreaker(FAILURES),
      halfOpenAfter: new DelegateBackoff(() => (wasReached ? PAUSE_MS : FOR_EVER_MS)),
    },
  );
  return async (call) => {
    try {
      const outcome = await policy.execute(call);
      wasReached ||= isReached(outcome);
      return outcome;
    } catch (error) {
      if (error instanceof BrokenCircuitError) return NOT_SENT;
      throw error;
    }
  };
}

function isReached(outcome: ModelOutcome): boolean {
  return outcome.state === 'answered' || outcome.reached;
}
