import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';

const FAILURES = 5;
const PAUSE_MS = 5000;
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER;

/** Runs a call, or says at once that there is no use in it. */
export type Breaker<T> = (call: () => Promise<T>) => Promise<T>;

interface BreakerOptions<T> {
  /** Whether anybody was there, whatever they said. */
  readonly isReached: (outcome: T) => boolean;
  /** What is said in place of a call that is not made. */
  readonly notSent: T;
  /** Whether somebody who was never there is given up for good: right for a run, wrong for a service. */
  readonly givesUp: boolean;
}

export const NOT_SENT = `it could not be reached ${FAILURES} times in a row, so this request was not sent`;

/**
 * Where nobody was ever there, five failures to connect give the rest up at once; where somebody was,
 * they make it wait a few seconds and look again, so that a blip never kills a run.
 */
export function createBreaker<T>({ isReached, notSent, givesUp }: BreakerOptions<T>): Breaker<T> {
  let wasReached = !givesUp;
  const policy = circuitBreaker(
    handleWhenResult((outcome) => !isReached(outcome as T)),
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
      if (error instanceof BrokenCircuitError) return notSent;
      throw error;
    }
  };
}
