import type { TextReceived } from '@fairtrial/models';
import {
  addRoute,
  prefersEventStream,
  toProblem,
  type Request,
  type Server,
  type ServerEvent,
} from '@fairtrial/server';
import { Buffer, isUtf8 } from 'node:buffer';
import type { AgentEvent } from '../loop/agent-event.ts';
import { lastAnswer } from '../loop/run-agent.ts';
import { toWireMessages } from '../loop/to-wire-messages.ts';
import { sendRun, type AgentRoutes, type Shape } from './send-run.ts';
import { toResponseMessage } from './to-response-message.ts';

/** `POST /`: takes the conversation so far and returns the agent's next message. */
export function addChat(server: Server, routes: AgentRoutes): void {
  addRoute(
    server,
    'POST /',
    async (request, reply) => {
      const stream =
        isStreamRequested(request.query.stream) || prefersEventStream(request.headers.accept);
      const messages = toWireMessages(request.body.messages);
      const run = { messages, parameters: {}, callerTools: [], stream };
      const model = readModelId(request);
      return sendRun(routes, { request, reply }, { model, run, shape: chatShape(request) });
    },
    {
      // The specification names no content type, so any is accepted.
      onRequest: async (request) => {
        request.raw.headers['content-type'] = 'application/json';
      },
      // Runs before body validation, because a missing model is the more useful error.
      preValidation: async (request) => {
        routes.routeModel(readModelId(request));
      },
    },
  );
}

/** If the parameter is repeated, the last value counts. */
function isStreamRequested(query: string | readonly string[] | undefined): boolean {
  return /^(true|1)$/i.test([query ?? []].flat().at(-1) ?? '');
}

/** Decodes `x-model-id`: Node reads headers as Latin-1, and most callers send UTF-8. */
export function readModelId({ headers }: Pick<Request, 'headers'>): string | undefined {
  const header = headers['x-model-id'];
  if (typeof header !== 'string') return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

function chatShape(request: Request): Shape {
  return {
    stream: toServerEvents,
    fail: (error) => {
      const problem = toProblem(error, { instance: request.url, requestId: request.id });
      return [{ data: { error: problem } }, { data: '[DONE]' }];
    },
    async whole(events) {
      const answer = await lastAnswer(events);
      return { body: toResponseMessage(answer), answer };
    },
  };
}

/** Converts the agent's events for chat front ends, which append `content` and stop at `[DONE]`. */
async function* toServerEvents(
  events: AsyncIterable<AgentEvent>,
  onModel: (asked: string) => void,
): AsyncGenerator<ServerEvent> {
  let isFirst = true;
  for await (const event of events) {
    if (event.type === 'round-begun') {
      if (isFirst) onModel(event.asked);
      if (isFirst) yield { data: { status: 'thinking' } };
      isFirst = false;
      continue;
    }
    const data = toEventData(event);
    if (data !== undefined) yield { data };
  }
  yield { data: '[DONE]' };
}

function toEventData(event: Exclude<AgentEvent, { type: 'round-begun' }>): object | undefined {
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

/** Providers use two names for reasoning text. The other fields are sent with the final message. */
function toTextData({ text, fields }: TextReceived): object | undefined {
  const reasoning = fields?.['reasoning_content'] ?? fields?.['reasoning'];
  if (reasoning === undefined) return text === '' ? undefined : { content: text };
  return text === '' ? { reasoning } : { content: text, reasoning };
}
