import { AgentRequest, AgentResponseMessage } from '@assay/contracts';
import {
  prefersEvents,
  problemResponse,
  sendEvents,
  NO_HANDLER_TIMEOUT,
  type Server,
} from '@assay/server';
import { z } from 'zod';
import type { AgentEvent } from '../loop/agent-event.ts';
import { routeModel } from '../loop/route-model.ts';
import { lastAnswer } from '../loop/run-agent.ts';
import { toWireMessages } from '../loop/to-wire-messages.ts';
import type { AgentRoutes } from './agent-routes.ts';
import { readModelId } from './read-model-id.ts';
import { serverTiming } from './server-timing.ts';
import { toResponseMessage } from './to-response-message.ts';
import { toServerEvents } from './to-server-events.ts';

const Headers = z.looseObject({
  'x-model-id': z
    .string()
    .describe('A UUID for a fine-tuned model, <provider>/<model> for one of the hub.'),
});
const answer = {
  description: 'The last message of the conversation',
  content: {
    'application/json': { schema: AgentResponseMessage },
    'text/event-stream': {
      schema: z
        .any()
        .describe(
          'With Accept: text/event-stream or ?stream=true: {"status"}, then {"content"} deltas, {"tool_call"} and {"tool_result"} where tools are used, {"message"} and [DONE].',
        ),
    },
  },
};
/** Said twice it is a list. */
const Query = z.looseObject({ stream: z.union([z.string(), z.array(z.string())]).optional() });

/** `POST /`: the conversation so far in, the agent's next message out. */
export function addChat(server: Server, { runAgent, replay }: AgentRoutes): void {
  server.post(
    '/',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'chat' },
      // The specification says nothing of a content type, so any will do.
      onRequest: async (request) => {
        request.raw.headers['content-type'] = 'application/json';
      },
      // Before the fields of the body are looked at: without a model there is nobody to read them.
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
      const stream = isOn(request.query.stream) || prefersEvents(request.headers.accept);
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

/** What is said last counts. */
function isOn(query: string | readonly string[] | undefined): boolean {
  return /^(true|1)$/i.test([query ?? []].flat().at(-1) ?? '');
}
