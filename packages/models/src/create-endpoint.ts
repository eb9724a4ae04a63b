import type { Protocol } from '@assay/contracts';
import { ask, type AskOptions } from './ask.ts';
import { candidateTargets, type Candidate } from './candidate-targets.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';

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
  let discovery: Promise<ModelOutcome | undefined> | undefined;

  async function discover(call: ModelCall): Promise<ModelOutcome | undefined> {
    for (const candidate of others) {
      const outcome = await ask(options, candidate, call);
      if (isNothingThere(outcome)) continue;
      current = candidate;
      return outcome;
    }
    return undefined;
  }

  return {
    async call(call) {
      const asked = current;
      const outcome = await ask(options, asked, call);
      if (asked !== first || others.length === 0 || !isNothingThere(outcome)) return outcome;
      if (discovery === undefined) {
        discovery = discover(call);
        return (await discovery) ?? outcome;
      }
      await discovery;
      return current === asked ? outcome : ask(options, current, call);
    },
    get protocol() {
      return current.name;
    },
  };
}

function isNothingThere(outcome: ModelOutcome): boolean {
  if (outcome.state === 'answered') return false;
  return outcome.error.status === 404 || outcome.error.status === 405;
}
