import { AgentRequest, AgentResponseMessage, boundedName } from '@assay/contracts';
import {
  LARGE_BODY,
  NO_HANDLER_TIMEOUT,
  prefersEventStream,
  problemResponse,
  sendEvents,
  toAppError,
  toProblem,
  type Request,
  type Server,
  type ServerEvent,
} from '@assay/server';
import { Buffer, isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { AgentEvent, AgentText } from '../loop/agent-event.ts';
import { routeModel } from '../loop/route-model.ts';
import { lastAnswer } from '../loop/run-agent.ts';
import { toWireMessages } from '../loop/to-wire-messages.ts';
import { serverTiming, type AgentRoutes } from './agent-routes.ts';
import { toResponseMessage } from './to-response-message.ts';

const Headers = z.looseObject({
  'x-model-id': boundedName().describe(
    'A UUID for a fine-tuned model, <provider>/<model> for one of the hub.',
  ),
});
const answer = {
  description: 'The last message of the conversation',
  content: {
    'application/json': { schema: AgentResponseMessage },
    'text/event-stream': {
      schema: z
        .any()
        .describe(
          'With Accept: text/event-stream or ?stream=true: {"status"}, then {"content"} and {"reasoning"} deltas, {"tool_call"} and {"tool_result"} where tools are used, {"message"} and [DONE].',
        ),
    },
  },
};
/** A repeated parameter is a list. */
const Query = z.looseObject({
  stream: z.union([boundedName(), z.array(boundedName()).max(100)]).optional(),
});

/** `POST /`: the conversation so far in, the agent's next message out. */
export function addChat(server: Server, { runAgent, replay }: AgentRoutes): void {
  server.post(
    '/',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'chat', answersTurns: true },
      // The specification names no content type, so any is accepted.
      onRequest: async (request) => {
        request.raw.headers['content-type'] = 'application/json';
      },
      // Before the body is validated: a missing model is the more useful error.
      preValidation: async (request) => {
        routeModel(readModelId(request));
      },
      schema: {
        tags: ['agent'],
        summary: 'Run the agent and return its last message',
        headers: Headers,
        querystring: Query,
        body: AgentRequest,
        response: { 200: answer, default: problemResponse },
      },
    },
    async (request, reply) => {
      const route = routeModel(readModelId(request));
      const stream =
        isStreamRequested(request.query.stream) || prefersEventStream(request.headers.accept);
      const messages = toWireMessages(request.body.messages);
      const start = (signal: AbortSignal): AsyncIterable<AgentEvent> =>
        runAgent({ route, messages, parameters: {}, callerTools: [], stream, signal });
      if (stream) {
        return sendEvents(reply, (signal) => toServerEvents(start(signal), { request, signal }));
      }
      const text = await replay({ request, reply }, async (signal) => {
        const last = await lastAnswer(start(signal));
        reply.header('server-timing', serverTiming(last));
        return toResponseMessage(last);
      });
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

/** The last value counts. */
function isStreamRequested(query: string | readonly string[] | undefined): boolean {
  return /^(true|1)$/i.test([query ?? []].flat().at(-1) ?? '');
}

/** `x-model-id` decoded: Node reads each byte as a character, and most callers send UTF-8. */
export function readModelId({ headers }: Pick<Request, 'headers'>): string | undefined {
  const header = headers['x-model-id'];
  if (typeof header !== 'string') return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/** The agent's events as chat front ends read them: they append `content` and stop at `[DONE]`. */
async function* toServerEvents(
  events: AsyncIterable<AgentEvent>,
  { request, signal }: { request: Request; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  yield { data: { status: 'thinking' } };
  try {
    for await (const event of events) yield { data: toEventData(event) };
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toAppError(thrown);
    request.log.error({ err: thrown, code: error.code }, 'stream failed');
    const at = { instance: request.url, requestId: request.id };
    yield { data: { error: toProblem(error, at) } };
  }
  yield { data: '[DONE]' };
}

function toEventData(event: AgentEvent): object {
  switch (event.type) {
    case 'text-received':
      return toTextData(event);
    case 'tool-called': {
      const { id, name, arguments: args } = event;
      return { tool_call: { id, name, arguments: args } };
    }
    case 'tool-answered': {
      const { id, name, result, failed } = event.step;
      return { tool_result: { id, name, content: result, failed } };
    }
    case 'agent-finished':
      return { message: toResponseMessage(event.answer) };
    default:
      return event satisfies never;
  }
}

/** Providers have two names for the text of a model that thinks aloud. */
function toTextData({ text, fields }: AgentText): object {
  if (fields === undefined) return { content: text };
  const reasoning = fields['reasoning_content'] ?? fields['reasoning'];
  return {
    ...(text !== '' && { content: text }),
    ...(reasoning !== undefined && { reasoning }),
  };
}
