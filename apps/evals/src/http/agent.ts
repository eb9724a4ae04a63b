import { AgentRequest, AppError } from '@assay/contracts';
import {
  callerSignal,
  prefersEvents,
  problemResponse,
  NO_HANDLER_TIMEOUT,
  type Reply,
  type Request,
  type Server,
} from '@assay/server';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { AgentAsk, AgentProxy } from '../agent/ask-agent.ts';

const tags = ['agent'];
/** Described by the agent backend itself. */
const theirs = z.any();
const Headers = z.looseObject({ 'x-model-id': z.string().optional() });

/**
 * `/agent`: the routes of the agent backend that the console needs, on our own origin. What it answers is
 * handed on as it comes; nothing else of it can be reached from here.
 */
export function addAgent(server: Server, door: AgentProxy | undefined): void {
  const hand = (exchange: Exchange, ask: Pick<AgentAsk, 'method' | 'path'>): Promise<Reply> =>
    handOn(door, exchange, ask);
  server.post(
    '/agent',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'Talk to the agent backend: its `POST /`, streamed or whole',
        headers: Headers,
        body: AgentRequest,
        response: { 200: theirs, default: problemResponse },
      },
    },
    (request, reply) => hand({ request, reply }, { method: 'POST', path: '/' }),
  );
  server.get(
    '/agent/studio/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'The fine-tuned models of the agent backend, name to UUID',
        response: { 200: theirs, default: problemResponse },
      },
    },
    (request, reply) => hand({ request, reply }, { method: 'GET', path: '/studio/models' }),
  );
  server.get(
    '/agent/v1/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'All models of the agent backend',
        response: { 200: theirs, default: problemResponse },
      },
    },
    (request, reply) => hand({ request, reply }, { method: 'GET', path: '/v1/models' }),
  );
}

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

async function handOn(
  door: AgentProxy | undefined,
  { request, reply }: Exchange,
  ask: Pick<AgentAsk, 'method' | 'path'>,
): Promise<Reply> {
  if (door === undefined) {
    const detail = 'set AGENT_URL to the address of the agent backend: http://127.0.0.1:8000';
    throw new AppError('agent_not_configured', detail);
  }
  const answer = await door.ask({
    ...ask,
    headers: headersOf(request),
    ...(ask.method === 'POST' && { body: JSON.stringify(request.body) }),
    signal: callerSignal(reply),
  });
  return reply
    .code(answer.status)
    .type(answer.type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(answer.body));
}

/** What the agent backend needs to know of the request; who asks is our business. */
function headersOf({ headers, id }: Request): Readonly<Record<string, string>> {
  const model = headers['x-model-id'];
  return {
    'content-type': 'application/json',
    accept: prefersEvents(headers.accept) ? 'text/event-stream' : 'application/json',
    'x-request-id': id,
    ...(typeof model === 'string' && { 'x-model-id': model }),
  };
}
