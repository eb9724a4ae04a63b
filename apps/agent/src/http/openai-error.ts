import type { AppError } from '@assay/contracts';
import { toAppError, type Reply, type Request } from '@assay/server';

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

export function toOpenaiError(thrown: unknown): AppError & { readonly body: OpenaiError } {
  const error = toAppError(thrown);
  const type =
    TYPES[error.status] ?? (error.status < 500 ? 'invalid_request_error' : 'server_error');
  const param = error.errors?.[0]?.pointer.slice(1).replaceAll('/', '.') || null;
  const body = { error: { message: error.message, type, param, code: error.code } };
  return Object.assign(error, { body });
}

/** The error handler of the facade's routes: the same refusals in OpenAI's shape. */
export function sendOpenaiError(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = toOpenaiError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
  else request.refusal = { code: error.code, detail: error.message };
  return reply
    .code(error.status === 422 ? 400 : error.status)
    .headers({ ...error.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(error.body);
}
