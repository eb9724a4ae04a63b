import type { TestCall, TestCallResult } from '@assay/contracts';
import { NO_FALLBACK, type Endpoint, type EndpointOptions } from '@assay/models';

export interface TestEndpointServices {
  readonly createEndpoint: (
    target: Pick<EndpointOptions, 'url' | 'protocol' | 'reply'>,
  ) => Endpoint;
}

const DEFAULT_MESSAGE = 'Hello';
const MAX_REPLY_LENGTH = 2000;

/** Calls an endpoint once, as a run would, and stores nothing. */
export async function testEndpoint(
  { createEndpoint }: TestEndpointServices,
  call: TestCall,
  signal: AbortSignal,
): Promise<TestCallResult> {
  const endpoint = createEndpoint({
    url: call.endpoint,
    protocol: call.protocol ?? 'auto',
    reply: call.target?.reply,
  });
  const outcome = await endpoint.call({
    model: call.model_id,
    messages: [{ role: 'user', content: call.message ?? DEFAULT_MESSAGE }],
    parameters: {},
    // The same headers as in a run: with them, Assay's own services only answer as a model.
    headers: { 'x-assay-conversation': 'test-call', ...NO_FALLBACK },
    signal,
  });
  const { protocol } = endpoint;
  if (outcome.state === 'failed') {
    const { error } = outcome;
    const latency_ms = error.elapsed_ms;
    return {
      outcome: 'endpoint_failed',
      reply: null,
      error,
      latency_ms,
      protocol,
      proposed_reply: error.proposed_reply ?? null,
    };
  }
  return {
    outcome: 'answered',
    reply: outcome.text.slice(0, MAX_REPLY_LENGTH),
    error: null,
    latency_ms: outcome.elapsedMs,
    protocol,
    proposed_reply: null,
  };
}
