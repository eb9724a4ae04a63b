import { createEndpoint, type Endpoint, type EndpointOptions } from '@assay/models';
import type { Run } from '../db/run.ts';

/** One endpoint per run and process: what one attempt finds out about it, the others need not. */
export function createRunEndpoints(
  options: Omit<EndpointOptions, 'url' | 'protocol'>,
): (run: Run) => Endpoint {
  const endpoints = new WeakMap<Run['plan'], Endpoint>();
  return ({ plan }) => {
    const known = endpoints.get(plan);
    if (known !== undefined) return known;
    const endpoint = createEndpoint({ ...options, url: plan.endpoint, protocol: plan.protocol });
    endpoints.set(plan, endpoint);
    return endpoint;
  };
}
