import { AppError } from '@fairtrial/contracts';
import type { Reply, Request, Server } from '../server.ts';
import { PROBLEM_TYPE, toAppError, toProblem } from './to-problem.ts';

/** Makes every error response an RFC 9457 document, including Fastify's own. */
export function answerProblems(server: Server): void {
  const findMethods = allowedMethods(server);
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  const notFound = ({ url, method }: Request): AppError => {
    const path = url.split('?', 1)[0] ?? '';
    const allowed = findMethods(path);
    if (allowed.length === 0 || allowed.includes(method))
      return new AppError('not_found', `there is no route ${path}; see /openapi.json`);
    return new AppError('method_not_allowed', `${path} supports only ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    });
  };
  // Before the body is read, because an unknown path is the more useful error.
  server.addHook('preParsing', async (request) => {
    if (request.is404) throw notFound(request);
  });
  server.setNotFoundHandler((request, reply) => sendProblem(notFound(request), request, reply));
}

/** Logs an error and sets the status and headers of its reply; the caller writes the body. */
export function prepareErrorReply(thrown: unknown, request: Request, reply: Reply): AppError {
  const error = toAppError(thrown);
  if (reply.raw.destroyed) request.log.info('the client disconnected');
  else if (error.code === 'internal') request.log.error({ err: thrown }, 'request failed');
  else request.refusal = { code: error.code, detail: error.message, ...causeOf(error) };
  // Closing now would break the connection of a caller that is still sending; Node reads and drops the rest.
  if (error.code === 'body_too_large') reply.removeHeader('connection');
  reply.code(error.status).headers({ ...error.headers, 'x-request-id': request.id });
  return error;
}

/** Why the service was unavailable, such as the error of the database. */
function causeOf({ status, cause }: AppError): { readonly cause?: string } {
  return status === 503 && cause instanceof Error ? { cause: cause.message } : {};
}

export function sendProblem(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = prepareErrorReply(thrown, request, reply);
  const problem = toProblem(error, { instance: request.url, requestId: request.id });
  return reply.type(PROBLEM_TYPE).send(problem);
}

/** Returns the methods that a path supports; if there are any, a 404 becomes a 405. */
function allowedMethods(server: Server): (path: string) => readonly string[] {
  const routes: { readonly pattern: URLPattern; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    routes.push({
      pattern: new URLPattern({ pathname: url }),
      methods: typeof method === 'string' ? [method] : method,
    });
  });
  return (path) => {
    const pathname = path.length > 1 ? path.replace(/\/$/, '') : path;
    const matching = routes.filter((route) => route.pattern.test({ pathname }));
    return [...new Set(matching.flatMap((route) => route.methods))].toSorted();
  };
}
