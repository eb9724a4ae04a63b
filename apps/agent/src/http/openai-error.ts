import { isPermanent, AppError } from '@fairtrial/contracts';
import { ProviderError } from '@fairtrial/models';
import { prepareErrorReply, type Reply, type Request, type Server } from '@fairtrial/server';

interface OpenaiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
}

/** OpenAI's clients map these to their error classes. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
};

export function toOpenaiError(error: AppError): OpenaiError {
  const type =
    TYPES[error.status] ?? (error.status < 500 ? 'invalid_request_error' : 'server_error');
  const param = error.errors?.[0]?.pointer.slice(1).replaceAll('/', '.') || null;
  return { error: { message: error.message, type, param, code: error.code } };
}

/** A request that the provider rejects as invalid is answered with 400, because clients would retry a 5xx. */
function isCallersMistake({ status, cause }: AppError): boolean {
  if (status === 422) return true;
  return cause instanceof ProviderError && [400, 413, 422].includes(cause.failure.status ?? 0);
}

/** The error handler of the OpenAI routes: the same errors in OpenAI's shape. */
function sendOpenaiError(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = prepareErrorReply(thrown, request, reply);
  if (isCallersMistake(error)) reply.code(400);
  if (isPermanent(error.code)) reply.header('x-should-retry', 'false');
  return reply.type('application/json; charset=utf-8').send(toOpenaiError(error));
}

/** OpenAI's API: below `/v1` every error has OpenAI's shape, including unknown paths and methods. */
export async function addOpenai(server: Server, addRoutes: (v1: Server) => void): Promise<void> {
  await server.register(
    async (v1: Server) => {
      v1.setErrorHandler((error, request, reply) => sendOpenaiError(error, request, reply));
      // Without a not-found handler here, this error handler would not see unknown paths below /v1.
      v1.setNotFoundHandler((request, reply) =>
        sendOpenaiError(
          new AppError('not_found', 'there is no such route; see /openapi.json'),
          request,
          reply,
        ),
      );
      addRoutes(v1);
    },
    { prefix: '/v1' },
  );
}
