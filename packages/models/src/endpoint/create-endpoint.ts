import type { Protocol } from '@assay/contracts';
import { callWithRetries, mayRepeat, type EndpointCallOptions } from './call-with-retries.ts';
import { createEndpointBreaker } from './circuit-breaker.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import { possibleTargets, type PossibleTarget } from './possible-targets.ts';
import { traceCall } from './tracing.ts';

/** An endpoint under test, for the duration of a run. */
export interface Endpoint {
  call(call: ModelCall): Promise<ModelOutcome>;
  /** With `auto`, the current guess until discovery is done. */
  readonly protocol: Protocol;
}

export interface EndpointOptions extends EndpointCallOptions {
  readonly url: string;
  readonly protocol: Protocol | 'auto';
}

/**
 * If the protocol is `auto` and the first target does not exist (404, 405), tries the other targets once and keeps the
 * target that works for the rest of the run.
 */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const [first, ...others] = possibleTargets(options.url, options.protocol);
  let current: PossibleTarget = first;
  /** After a target has answered, a 404 no longer triggers discovery. */
  let settled = others.length === 0;
  const breaker = createEndpointBreaker();
  /** Discovery by one call, while the others wait. Never rejects. */
  let discovery: Promise<void> | undefined;

  /** Switches to the first target that answers, otherwise to the first that exists. */
  async function discover(
    call: ModelCall,
    remaining: () => number,
  ): Promise<ModelOutcome | undefined> {
    let found: { target: PossibleTarget; outcome: ModelOutcome } | undefined;
    for (const target of others) {
      if (!(await mayRepeat(call))) break;
      const outcome = await callWithRetries({ ...options, deadlineMs: remaining() }, target, call);
      if (isMissing(outcome)) continue;
      found ??= { target, outcome };
      if (outcome.state !== 'answered') continue;
      found = { target, outcome };
      break;
    }
    current = found?.target ?? first;
    settled = true;
    return found?.outcome;
  }

  async function answer(call: ModelCall): Promise<ModelOutcome> {
    const started = performance.now();
    const remaining = (): number =>
      Math.max(1, Math.ceil(options.deadlineMs - (performance.now() - started)));
    const outcome = await breaker(() => callWithRetries(options, current, call));
    if (settled || !isMissing(outcome)) {
      settled ||= outcome.state === 'answered';
      return outcome;
    }
    for (;;) {
      if (settled) break;
      if (discovery === undefined) {
        const discovered = discover(call, remaining);
        const onStopped = (): void => void (discovery = undefined); // another call continues
        discovery = discovered.then(() => undefined, onStopped);
        return (await discovered) ?? outcome;
      }
      await discovery;
    }
    return current === first || !(await mayRepeat(call))
      ? outcome
      : callWithRetries({ ...options, deadlineMs: remaining() }, current, call);
  }

  return {
    call: (call) =>
      traceCall({ url: options.url, protocol: () => current.name }, call, () => answer(call)),
    get protocol() {
      return current.name;
    },
  };
}

function isMissing(outcome: ModelOutcome): boolean {
  if (outcome.state === 'answered') return false;
  return outcome.error.status === 404 || outcome.error.status === 405;
}
