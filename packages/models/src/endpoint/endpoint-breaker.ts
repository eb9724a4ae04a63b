import { createBreaker, NOT_SENT, type Breaker } from './create-breaker.ts';
import type { ModelOutcome } from './model-call.ts';

/**
 * For an endpoint under test, for the length of a run. Silence is given up sooner than a refusal: one
 * call takes ten seconds to find it out, and five of them, one after the other, would take a minute.
 */
export function createEndpointBreaker(): Breaker<ModelOutcome> {
  const breaker = createBreaker<ModelOutcome>({
    isReached,
    notSent: notSent(NOT_SENT),
    givesUp: true,
  });
  let wasReached = false;
  let wasSilent = false;
  return async (call) => {
    if (wasSilent && !wasReached) return notSent(SILENT);
    const outcome = await breaker(call);
    wasReached ||= isReached(outcome);
    wasSilent ||= isSilent(outcome);
    return outcome;
  };
}

const SILENT = 'it took no connection, not even at the second try, so this request was not sent';

function isReached(outcome: ModelOutcome): boolean {
  return outcome.state === 'answered' || outcome.reached;
}

function isSilent(outcome: ModelOutcome): boolean {
  return outcome.state === 'failed' && !outcome.reached && outcome.error.kind === 'timeout';
}

function notSent(why: string): ModelOutcome {
  const message = `the endpoint: ${why}`;
  return {
    state: 'failed',
    reached: false,
    error: { kind: 'circuit_open', status: null, message, tries: 0, elapsed_ms: 0 },
  };
}
