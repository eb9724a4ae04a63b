import type { Protocol } from '@assay/contracts';
import { ask, type AskOptions } from './ask.ts';
import { createEndpointBreaker } from './endpoint-breaker.ts';
import { candidateTargets, type Candidate } from './candidate-targets.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import { traceCall } from './trace-call.ts';

/** An endpoint under test, for the length of a run. */
export interface Endpoint {
  call(call: ModelCall): Promise<ModelOutcome>;
  /** How it is spoken to, as far as that is known by now. */
  readonly protocol: Protocol;
}

export interface EndpointOptions extends AskOptions {
  readonly url: string;
  readonly protocol: Protocol | 'auto';
}

/**
 * Where the address leaves open how it is meant, and nothing is there (404, 405), the other ways are
 * tried once; what worked is kept for the run.
 */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const [first, ...others] = candidateTargets(options.url, options.protocol);
  let current: Candidate = first;
  /** Once the address has answered as it is, a 404 is an answer like any other. */
  let settled = others.length === 0;
  const breaker = createEndpointBreaker();
  let discovery: Promise<ModelOutcome | undefined> | undefined;

  /** The first way that works, else the first that leads anywhere at all. */
  async function discover(
    call: ModelCall,
    remaining: () => number,
  ): Promise<ModelOutcome | undefined> {
    let somewhere: { candidate: Candidate; outcome: ModelOutcome } | undefined;
    for (const candidate of others) {
      const outcome = await ask({ ...options, deadlineMs: remaining() }, candidate, call);
      if (isNothingThere(outcome)) continue;
      somewhere ??= { candidate, outcome };
      if (outcome.state !== 'answered') continue;
      somewhere = { candidate, outcome };
      break;
    }
    current = somewhere?.candidate ?? first;
    settled = true;
    return somewhere?.outcome;
  }

  async function answer(call: ModelCall): Promise<ModelOutcome> {
    const started = performance.now();
    const remaining = (): number =>
      Math.max(1, Math.ceil(options.deadlineMs - (performance.now() - started)));
    const outcome = await breaker(() => ask(options, current, call));
    if (settled || !isNothingThere(outcome)) {
      settled ||= outcome.state === 'answered';
      return outcome;
    }
    if (discovery === undefined) {
      discovery = discover(call, remaining);
      return (await discovery) ?? outcome;
    }
    await discovery;
    return current === first
      ? outcome
      : ask({ ...options, deadlineMs: remaining() }, current, call);
  }

  return {
    call: (call) =>
      traceCall({ url: options.url, protocol: () => current.name }, call, () => answer(call)),
    get protocol() {
      return current.name;
    },
  };
}

function isNothingThere(outcome: ModelOutcome): boolean {
  if (outcome.state === 'answered') return false;
  return outcome.error.status === 404 || outcome.error.status === 405;
}
