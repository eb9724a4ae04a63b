import type { RunId } from '@assay/contracts';
import { createEndpoint, type Endpoint, type EndpointOptions } from '@assay/models';
import type { Run } from '../db/run.ts';

/** One endpoint per run: what one attempt finds out about it, the others need not. */
export interface RunEndpoints {
  of(run: Run): Endpoint;
  /** The run is over. */
  release(id: RunId): void;
}

export function createRunEndpoints(
  options: Omit<EndpointOptions, 'url' | 'protocol'>,
): RunEndpoints {
  const endpoints = new Map<RunId, Endpoint>();
  return {
    of({ id, plan }) {
      const known = endpoints.get(id);
      if (known !== undefined) return known;
      const endpoint = createEndpoint({ ...options, url: plan.endpoint, protocol: plan.protocol });
      endpoints.set(id, endpoint);
      return endpoint;
    },
    release(id) {
      endpoints.delete(id);
    },
  };
}
