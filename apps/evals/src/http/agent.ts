import { AgentRequest, AppError, boundedName } from '@assay/contracts';
import {
  callerSignal,
  prefersEventStream,
  problemResponse,
  LARGE_BODY,
  NO_HANDLER_TIMEOUT,
  type Reply,
  type Request,
  type Server,
} from '@assay/server';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ProxiedRequest, AgentProxy } from '../agent/agent-proxy.ts';

const tags = ['agent'];
/** Described by the agent backend itself. */
const AgentBody = z.any();
const Headers = z.looseObject({ 'x-model-id': boundedName().optional() });

/**
 * `/agent`: the routes of the agent backend that the console needs, on our own origin. What it answers is
 * handed on as it comes; nothing else of it can be reached from here.
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
        summary: 'Talk to the agent backend: its `POST /`, streamed or whole',
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
        summary: 'The fine-tuned models of the agent backend, name to UUID',
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
        summary: 'All models of the agent backend',
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

/** What the agent backend needs to know of the request; who asks is our business. */
function headersFor({ headers, id }: Request): Readonly<Record<string, string>> {
  const model = headers['x-model-id'];
  return {
    'content-type': 'application/json',
    accept: prefersEventStream(headers.accept) ? 'text/event-stream' : 'application/json',
    'x-request-id': id,
    ...(typeof model === 'string' && { 'x-model-id': model }),
  };
}
