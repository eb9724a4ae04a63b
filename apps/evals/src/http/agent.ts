import { AgentRequest, AppError, boundedName } from '@fairtrial/contracts';
import {
  callerSignal,
  prefersEventStream,
  problemResponse,
  LARGE_BODY,
  NO_HANDLER_TIMEOUT,
  type Reply,
  type Request,
  type Server,
} from '@fairtrial/server';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ProxiedRequest, AgentProxy } from '../agent/agent-proxy.ts';

const tags = ['agent'];
/** The agent backend documents its body itself. */
const AgentBody = z.any();
const Headers = z.looseObject({ 'x-model-id': boundedName().optional() });

/**
 * `/agent`: the routes of the agent backend that the console needs, on this origin. Answers are streamed unchanged;
 * other routes of the agent backend cannot be reached.
 */
export function addAgent(server: Server, proxy: AgentProxy | undefined): void {
  const forwardTo = (
    exchange: Exchange,
    target: Pick<ProxiedRequest, 'method' | 'path'>,
  ): Promise<Reply> => forward(proxy, exchange, target);
  server.post(
    '/agent',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'Send a conversation to the agent backend (its `POST /`)',
        headers: Headers,
        body: AgentRequest,
        response: { 200: AgentBody, default: problemResponse },
      },
    },
    (request, reply) => forwardTo({ request, reply }, { method: 'POST', path: '/' }),
  );
  server.get(
    '/agent/studio/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'List the fine-tuned models of the agent backend by name, with their UUIDs',
        response: { 200: AgentBody, default: problemResponse },
      },
    },
    (request, reply) => forwardTo({ request, reply }, { method: 'GET', path: '/studio/models' }),
  );
  server.get(
    '/agent/v1/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags,
        summary: 'List all models of the agent backend',
        response: { 200: AgentBody, default: problemResponse },
      },
    },
    (request, reply) => forwardTo({ request, reply }, { method: 'GET', path: '/v1/models' }),
  );
}

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

async function forward(
  proxy: AgentProxy | undefined,
  { request, reply }: Exchange,
  target: Pick<ProxiedRequest, 'method' | 'path'>,
): Promise<Reply> {
  if (proxy === undefined) {
    const detail = 'set AGENT_URL to the address of the agent backend: http://127.0.0.1:8000';
    throw new AppError('agent_not_configured', detail);
  }
  const answer = await proxy.send({
    ...target,
    headers: headersFor(request),
    ...(target.method === 'POST' && { body: JSON.stringify(request.body) }),
    signal: callerSignal(reply),
  });
  return reply
    .code(answer.status)
    .type(answer.type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(answer.body, { highWaterMark: 1 }));
}

/** The headers that the agent backend needs. The caller's identity is not forwarded. */
function headersFor({ headers, id }: Request): Readonly<Record<string, string>> {
  const model = headers['x-model-id'];
  return {
    'content-type': 'application/json',
    accept: prefersEventStream(headers.accept) ? 'text/event-stream' : 'application/json',
    'x-request-id': id,
    ...(typeof model === 'string' && { 'x-model-id': model }),
  };
}
