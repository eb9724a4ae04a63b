import { AppError, type Problem } from '@assay/contracts';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { allowedMethods } from './allowed-methods.ts';
import type { Reply, Request, Server } from '../server.ts';
import { toAppError, toProblem } from './to-problem.ts';

const TYPE = 'application/problem+json; charset=utf-8';

/** Every answer that is not a success is an RFC 9457 document, Fastify's own included. */
export function answerProblems(server: Server): void {
  const methodsOf = allowedMethods(server);
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  const notFound = ({ url, method }: Request): AppError => {
    const path = url.split('?', 1)[0] ?? '';
    const allowed = methodsOf(path);
    if (allowed.length === 0 || allowed.includes(method))
      return new AppError('not_found', `there is no ${path} here; see /openapi.json`);
    return new AppError('method_not_allowed', `${path} takes ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    });
  };
  // Before the body is read: what is wrong with it is of no interest where nobody would take it.
  server.addHook('preParsing', async (request) => {
    if (request.is404) throw notFound(request);
  });
  server.setNotFoundHandler((request, reply) => sendProblem(notFound(request), request, reply));
}

/** What every refusal needs, whatever shape its body has: its line in the log, its status and headers. */
export function beginRefusal(thrown: unknown, request: Request, reply: Reply): AppError {
  const error = toAppError(thrown);
  if (reply.raw.destroyed) request.log.info('the caller hung up');
  else if (error.code === 'internal') request.log.error({ err: thrown }, 'request failed');
  else request.refusal = { code: error.code, detail: error.message };
  // Closing now would break the pipe of a caller who is still sending: Node reads the rest and drops it.
  if (error.code === 'body_too_large') reply.removeHeader('connection');
  reply.code(error.status).headers({ ...error.headers, 'x-request-id': request.id });
  return error;
}

export function sendProblem(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = beginRefusal(thrown, request, reply);
  const problem = toProblem(error, { instance: request.url, requestId: request.id });
  return reply.type(TYPE).send(problem);
}

/** What is not even HTTP never reaches a route: answered on the bare socket. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  // An answer that has begun on this connection cannot be followed by another in its midst.
  const isAnswering = Boolean(Reflect.get(socket, '_httpMessage')) && socket.bytesWritten > 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const refusal = toRefusal(error.code);
  const body = JSON.stringify(
    toProblem(refusal, { instance: '', requestId: randomUUID() }) satisfies Problem,
  );
  socket.end(
    `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: ${TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function toRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers_too_large', 'the request headers are larger than 16 KiB');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'the request took too long to come in');
  }
  return new AppError('bad_request', 'the bytes received are not a valid HTTP request');
}
