import { isLasting, type AppError } from '@assay/contracts';
import { ProviderError } from '@assay/models';
import { beginRefusal, type Reply, type Request } from '@assay/server';

interface OpenaiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
}

/** What OpenAI's clients turn into their error classes. */
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

/** What a provider finds wrong with a request is its caller's to mend: clients send a 5xx again. */
function isCallersMistake({ status, cause }: AppError): boolean {
  if (status === 422) return true;
  return cause instanceof ProviderError && [400, 413, 422].includes(cause.failure.status ?? 0);
}

/** The error handler of the facade's routes: the same refusals in OpenAI's shape. */
export function sendOpenaiError(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = beginRefusal(thrown, request, reply);
  if (isCallersMistake(error)) reply.code(400);
  if (isLasting(error.code)) reply.header('x-should-retry', 'false');
  return reply.type('application/json; charset=utf-8').send(toOpenaiError(error));
}
