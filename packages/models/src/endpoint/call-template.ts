import {
  findExcess,
  INPUT_LIMITS,
  parseJson,
  type JsonPointer,
  type Target,
} from '@fairtrial/contracts';
import { EgressError } from '@fairtrial/egress';
import { failureText, saysFailed } from '../replies/envelope.ts';
import type { Answer, ParsedReply } from '../replies/read-reply.ts';
import { readSession } from '../replies/read-session.ts';
import {
  renderRequest,
  sendsSystemPrompt,
  type RequestTemplate,
} from '../template/render-request.ts';
import { callWithRetries, type EndpointCallOptions } from './call-with-retries.ts';
import type { ModelCall, ModelOutcome } from '../calls/model-call.ts';

export interface TemplateCallOptions extends EndpointCallOptions {
  readonly url: string;
}

const IDEMPOTENCY_KEY = 'idempotency-key';

/** Calls an endpoint with a request template. Opens a session before the first turn, if the template says how. */
export async function callTemplate(
  options: TemplateCallOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome> {
  const opened = await openSession(options, target, call);
  if (opened?.state === 'failed') {
    const { error } = opened;
    const message = `the session could not be opened: ${error.message}`;
    return { ...opened, isUnsent: true, error: { ...error, message } };
  }
  const template = { ...target, sendsSystemPrompt: sendsSystemPrompt(target) };
  if (opened === undefined) return callRendered(options, template, call);
  const { session, elapsedMs } = opened;
  const deadlineMs = Math.max(1, options.deadlineMs - elapsedMs);
  const outcome = await callRendered({ ...options, deadlineMs }, template, { ...call, session });
  return { ...outcome, session };
}

/** Sends the request that opens the session. It is not counted in the budget of the run. */
async function openSession(
  options: TemplateCallOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome | undefined> {
  const { headers, session } = target;
  if (session?.open === undefined || call.session !== undefined) return undefined;
  const key = call.headers[IDEMPOTENCY_KEY];
  const own = key === undefined ? {} : { [IDEMPOTENCY_KEY]: `${key}/open` };
  return callRendered(
    { ...options, read: (answer) => readOpened(answer, session.from) },
    { ...session.open, headers, sendsSystemPrompt: sendsSystemPrompt(target) },
    { ...call, headers: { ...call.headers, ...own }, reserveRequest: undefined },
  );
}

async function callRendered(
  options: TemplateCallOptions,
  template: RequestTemplate & Partial<Pick<Target, 'stream'>>,
  call: ModelCall,
): Promise<ModelOutcome> {
  try {
    const { method, url, headers, body } = renderRequest(options.url, template, call);
    const accept = template.stream === undefined ? {} : { accept: 'text/event-stream' };
    const protocol = { headers: () => ({ ...accept, ...headers }), body: () => body };
    return await callWithRetries(options, { method, url, protocol }, call);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const { kind, message } = error;
    const details = { kind, status: null, message, tries: 0, elapsed_ms: 0 };
    return { state: 'failed', reached: false, error: details };
  }
}

const LIMITS = { depth: INPUT_LIMITS.depth, object_keys: INPUT_LIMITS.object_keys };
const NO_REPLY = { text: '', metadata: undefined, usage: undefined, toolCalls: undefined };

/** Reads the id from the response to the request that opens a session. There is no reply in it. */
function readOpened({ body }: Pick<Answer, 'body'>, from: JsonPointer): ParsedReply {
  const value = findExcess(body, LIMITS) === undefined ? parseJson(body) : undefined;
  if (typeof value !== 'object' || value === null) {
    return {
      state: 'unreadable',
      message: 'the answer is not a JSON object',
      proposedSession: null,
    };
  }
  if (saysFailed(value)) {
    const message = `the endpoint answered with an error: ${failureText(value, body)}`;
    return { state: 'unreadable', message };
  }
  const found = readSession([value], { from, isKnown: false });
  if (found.state === 'unread') {
    const { message, proposedSession } = found;
    return { state: 'unreadable', message, proposedSession };
  }
  return { ...NO_REPLY, state: 'text', session: found.session, model: undefined, flags: [] };
}
