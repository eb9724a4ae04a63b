import type { EndpointError } from '@fairtrial/contracts';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';
import type { ModelOutcome } from './model-call.ts';

const MAX_FAILURES = 5;
const HALF_OPEN_AFTER_MS = 5000;
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** Runs a call; returns immediately while the circuit is open. */
export type Breaker<T> = (call: () => Promise<T>) => Promise<T>;

interface BreakerOptions<T> {
  /** True if the server was reached, regardless of its response. */
  readonly isReached: (outcome: T) => boolean;
  /** Returned instead of a call while the circuit is open. */
  readonly notSent: T;
  /**
   * If true, the circuit never half-opens for a server that was never reached: right for a run, wrong for a service.
   */
  readonly staysOpen: boolean;
}

export const NOT_SENT = `it could not be reached ${MAX_FAILURES} times in a row, so this request was not sent`;

/**
 * Opens the circuit after five consecutive connection failures. If the server was reached before, the circuit
 * half-opens after a few seconds, so that a short outage never ends a run.
 */
export function createBreaker<T>({ isReached, notSent, staysOpen }: BreakerOptions<T>): Breaker<T> {
  let wasReached = !staysOpen;
  const policy = circuitBreaker(
    handleWhenResult((outcome) => !isReached(outcome as T)),
    {
      breaker: new ConsecutiveBreaker(MAX_FAILURES),
      halfOpenAfter: new DelegateBackoff(() => (wasReached ? HALF_OPEN_AFTER_MS : NEVER_MS)),
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

const SILENT = 'the connection failed twice, so this request was not sent';

const UNREAD = `it answered ${MAX_FAILURES} times and no reply could be read, so this request was not sent`;
const NO_SESSION = `it answered ${MAX_FAILURES} times and no session id could be read, so this request was not sent: set target.session.from`;

/**
 * Breaker for an endpoint under test, for the duration of a run. The first connect timeout opens the circuit, because
 * each takes ten seconds and five in sequence would take a minute. Five responses without a readable reply or session id
 * also open it if no reply was read so far: further calls would cost money without a result.
 */
export function createEndpointBreaker(): Breaker<ModelOutcome> {
  const breaker = createBreaker<ModelOutcome>({
    isReached: wasEndpointReached,
    notSent: circuitOpen(NOT_SENT),
    staysOpen: true,
  });
  let wasReached = false;
  let wasSilent = false;
  let wasRead = false;
  const unread: Proposals[] = [];
  return async (call) => {
    if (wasSilent && !wasReached) return circuitOpen(SILENT);
    if (unread.length >= MAX_FAILURES && !wasRead) {
      const why = unread[0]?.proposed_reply === undefined ? NO_SESSION : UNREAD;
      return circuitOpen(why, unread[0]);
    }
    const outcome = await breaker(call);
    wasReached ||= wasEndpointReached(outcome);
    wasSilent ||= isSilent(outcome);
    wasRead ||= outcome.state === 'answered';
    const proposals = outcome.state === 'failed' ? proposalsOf(outcome.error) : {};
    if (Object.keys(proposals).length > 0) unread.push(proposals);
    return outcome;
  };
}

type Proposals = Pick<EndpointError, 'proposed_reply' | 'proposed_session'>;

function proposalsOf({ proposed_reply, proposed_session }: Proposals): Proposals {
  return {
    ...(proposed_reply === undefined ? {} : { proposed_reply }),
    ...(proposed_session === undefined ? {} : { proposed_session }),
  };
}

function wasEndpointReached(outcome: ModelOutcome): boolean {
  return outcome.state === 'answered' || outcome.reached;
}

function isSilent(outcome: ModelOutcome): boolean {
  return outcome.state === 'failed' && !outcome.reached && outcome.error.kind === 'timeout';
}

function circuitOpen(why: string, proposals: Proposals = {}): ModelOutcome {
  const message = `the endpoint: ${why}`;
  const error = { kind: 'circuit_open', status: null, message, tries: 0, elapsed_ms: 0 } as const;
  return { state: 'failed', reached: false, error: { ...error, ...proposals } };
}
