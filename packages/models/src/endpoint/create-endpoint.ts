import { isTemplate, type Protocol, type Target } from '@fairtrial/contracts';
import { readReply } from '../replies/read-reply.ts';
import { callTemplate } from './call-template.ts';
import { callWithRetries, mayRepeat, type EndpointCallOptions } from './call-with-retries.ts';
import { createEndpointBreaker } from '../calls/circuit-breaker.ts';
import type { ModelCall, ModelOutcome } from '../calls/model-call.ts';
import { possibleTargets, type PossibleTarget } from './possible-targets.ts';
import type { Read } from './send-request.ts';
import { traceCall } from './tracing.ts';

/** An endpoint under test, for the duration of a run. */
export interface Endpoint {
  call(call: ModelCall): Promise<ModelOutcome>;
  /** With `auto`, the current guess until discovery is done. */
  readonly protocol: Protocol;
}

export interface EndpointOptions extends Omit<EndpointCallOptions, 'read'> {
  readonly url: string;
  readonly protocol: Protocol | 'auto';
  /** How to call the endpoint and read its response; if absent, the protocol decides. */
  readonly target?: Target | undefined;
}

export function createEndpoint(given: EndpointOptions): Endpoint {
  const { target } = given;
  const options = { ...given, read: readerFor(target) };
  return target !== undefined && isTemplate(target)
    ? createTemplateEndpoint(options, target)
    : createKnownEndpoint(options);
}

type ReadingOptions = EndpointOptions & { readonly read: Read };

function readerFor(target: Target | undefined): Read {
  const { reply: pointer, metadata, tool_calls: toolCalls, stream, session } = target ?? {};
  const sources = { pointer, metadata, toolCalls, stream: stream?.replace(/^sse:/, '') };
  const from = session?.open === undefined ? session?.from : undefined;
  return (answer, call) =>
    readReply({
      ...answer,
      ...sources,
      session: from === undefined ? undefined : { from, isKnown: call.session !== undefined },
    });
}

/** An endpoint whose requests the caller describes: there is nothing to discover. */
function createTemplateEndpoint(options: ReadingOptions, template: Target): Endpoint {
  const breaker = createEndpointBreaker();
  const traced = { url: options.url, protocol: () => 'custom' as const };
  return {
    call: (call) =>
      traceCall(traced, call, async () =>
        keepSession(await breaker(() => callTemplate(options, template, call)), call),
      ),
    protocol: 'custom',
  };
}

/**
 * If the protocol is `auto` and the first target does not exist (404, 405), tries the other targets once and keeps the
 * target that works for the rest of the run.
 */
function createKnownEndpoint(options: ReadingOptions): Endpoint {
  const hasSession = options.target?.session !== undefined;
  const [first, ...others] = possibleTargets(options.url, options.protocol, hasSession);
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
      traceCall({ url: options.url, protocol: () => current.name }, call, async () =>
        keepSession(await answer(call), call),
      ),
    get protocol() {
      return current.name;
    },
  };
}

function isMissing(outcome: ModelOutcome): boolean {
  if (outcome.state === 'answered') return false;
  return outcome.error.status === 404 || outcome.error.status === 405;
}

/** Statuses for something that does not exist, or no longer. */
const LOST_STATUSES: ReadonlySet<number | null> = new Set([404, 410]);

/**
 * Adds what the next turn sends: the session in the response, or else the one that this turn was sent with. A session
 * that the endpoint no longer knows is not replaced, because a new one would not know the turns so far.
 */
function keepSession(outcome: ModelOutcome, { session: sent }: ModelCall): ModelOutcome {
  if (sent === undefined) return outcome;
  const session = outcome.session ?? sent;
  if (outcome.state === 'answered') return { ...outcome, session };
  const { error } = outcome;
  if (!LOST_STATUSES.has(error.status)) return { ...outcome, session };
  const message = `the session is lost, or target.path is wrong (a session is not replaced, since a new one would not know the turns so far): ${error.message}`;
  return { ...outcome, session, error: { ...error, message } };
}
