import { AppError, type Problem } from '@fairtrial/contracts';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Server } from '../server.ts';
import { PROBLEM_TYPE, toProblem } from './to-problem.ts';

/** Answers requests that Node would refuse without a body with a problem document. */
export function answerMalformedHttp(server: Server): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      throw new AppError('bad_request', 'an HTTP/1.1 request needs a Host header');
    }
  });
  server.server.on('connect', (_request, socket: Socket) => {
    answerUnparsableHttp(new Error('this server is not a proxy'), socket);
  });
  // An `Expect` header other than 100-continue is ignored.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response);
  });
}

/** Bytes that are not HTTP never reach a route, so the answer is written to the raw socket. */
export function answerUnparsableHttp(error: Error & { code?: string }, socket: Socket): void {
  // Another answer may be in progress on this connection.
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
    `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function toRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers_too_large', 'the request headers are larger than 16 KiB');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'the request took too long to arrive');
  }
  return new AppError('bad_request', 'the bytes received are not a valid HTTP request');
}
