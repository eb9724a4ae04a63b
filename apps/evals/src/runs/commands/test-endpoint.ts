import { showAddress, type Target, type TestCall, type TestCallResult } from '@fairtrial/contracts';
import {
  NO_FALLBACK,
  type Endpoint,
  type EndpointOptions,
  type Exchange,
  type ModelOutcome,
} from '@fairtrial/models';
import { checkTarget, planProtocol } from '../plan/check-target.ts';
import { isSecretName } from '../plan/find-secrets.ts';

export interface TestEndpointServices {
  readonly createEndpoint: (
    target: Pick<EndpointOptions, 'url' | 'protocol' | 'target'>,
  ) => Endpoint;
}

/** A test call whose target is not a name: a stored target is already read. */
type ResolvedCall = TestCall & { readonly target?: Target | undefined };

const DEFAULT_MESSAGE = 'Hello';
const MAX_REPLY_LENGTH = 2000;
const MAX_BODY_LENGTH = 4000;

/** Calls an endpoint once, as a run would, and stores nothing. Throws if the target contradicts the protocol. */
export async function testEndpoint(
  { createEndpoint }: TestEndpointServices,
  call: ResolvedCall,
  signal: AbortSignal,
): Promise<TestCallResult> {
  const { endpoint: url, target, protocol } = call;
  checkTarget({ endpoint: url, target, protocol, against: undefined });
  const endpoint = createEndpoint({ url, protocol: planProtocol(call), target });
  const exchanges: Exchange[] = [];
  const outcome = await endpoint.call({
    model: call.model_id,
    messages: [{ role: 'user', content: call.message ?? DEFAULT_MESSAGE }],
    parameters: {},
    // The same headers as in a run: with them, Fairtrial's own services only answer as a model.
    headers: { 'x-fairtrial-conversation': 'test-call', ...NO_FALLBACK },
    context: { runId: 'test-call', attempt: 0, turn: 0 },
    onExchange: (exchange) => exchanges.push(exchange),
    signal,
  });
  return {
    ...viewOutcome(outcome),
    protocol: endpoint.protocol,
    ...viewExchange(exchanges.at(-1)),
    session: outcome.session ?? null,
    notes: [...noteCookies(exchanges), ...noteMissing(outcome, target)],
  };
}

type OutcomeFields =
  | 'outcome'
  | 'reply'
  | 'error'
  | 'latency_ms'
  | 'proposed_reply'
  | 'proposed_session';

function viewOutcome(outcome: ModelOutcome): Pick<TestCallResult, OutcomeFields> {
  if (outcome.state === 'failed') {
    const { error } = outcome;
    return {
      outcome: 'endpoint_failed',
      reply: null,
      error,
      latency_ms: error.elapsed_ms,
      proposed_reply: error.proposed_reply ?? null,
      proposed_session: error.proposed_session ?? null,
    };
  }
  return {
    outcome: 'answered',
    reply: outcome.text.slice(0, MAX_REPLY_LENGTH),
    error: null,
    latency_ms: outcome.elapsedMs,
    proposed_reply: null,
    proposed_session: null,
  };
}

/** The egress adds the key of the endpoint to a request later, and removes it from the response. */
function viewExchange(
  exchange: Exchange | undefined,
): Pick<TestCallResult, 'request' | 'response'> {
  if (exchange === undefined) return { request: null, response: null };
  const { method, url, headers, response } = exchange;
  const body = exchange.body?.slice(0, MAX_BODY_LENGTH) ?? null;
  return {
    request: { method, url: showAddress(url), headers: hideSecrets(headers), body },
    response: response
      ? { status: response.status, body: response.text.slice(0, MAX_BODY_LENGTH) }
      : null,
  };
}

function hideSecrets(headers: Exchange['headers']): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    isSecretName(name) ? '[secret]' : value,
  ]);
  return Object.fromEntries(shown) as Record<string, string>;
}

function noteCookies(exchanges: readonly Exchange[]): readonly string[] {
  const setsCookie = exchanges.some(({ response }) => response?.setsCookie === true);
  return setsCookie
    ? [
        'the endpoint sets a cookie; cookies are not sent back, so a session kept in a cookie is lost',
      ]
    : [];
}

/** A reply counts without annotations and tool calls, so a wrong pointer to them is easily overlooked. */
function noteMissing(outcome: ModelOutcome, target: Target | undefined): readonly string[] {
  if (outcome.state === 'failed') return [];
  const { text, metadata, toolCalls } = outcome;
  const notes: string[] = [];
  if (text.trim() === '') notes.push('the reply is empty');
  if (target?.metadata !== undefined && metadata === undefined) {
    notes.push(`the response has no annotations at ${target.metadata}: correct target.metadata`);
  }
  if (target?.tool_calls !== undefined && toolCalls === undefined) {
    notes.push(
      `the response has no list of tool calls at ${target.tool_calls}: correct target.tool_calls`,
    );
  }
  return notes;
}
