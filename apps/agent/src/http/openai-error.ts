import type { AppError } from '@assay/contracts';
import { ProviderError } from '@assay/models';
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

/** What a provider finds wrong with a request is its caller's to mend: clients send a 5xx again. */
function isCallersMistake({ status, cause }: AppError): boolean {
  if (status === 422) return true;
  return cause instanceof ProviderError && [400, 413, 422].includes(cause.failure.status ?? 0);
}

/** The error handler of the facade's routes: the same refusals in OpenAI's shape. */
export function sendOpenaiError(thrown: unknown, request: Request, reply: Reply): Reply {
  const error = toOpenaiError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
  else request.refusal = { code: error.code, detail: error.message };
  return reply
    .code(isCallersMistake(error) ? 400 : error.status)
    .headers({ ...error.headers, 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(error.body);
}
