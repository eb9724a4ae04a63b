import { AppError, ERROR_CODES, type ErrorCode, type Problem } from '@fairtrial/contracts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const FASTIFY_CODES: Readonly<Record<string, { code: ErrorCode; detail: string }>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'malformed_json',
    detail: 'the body could not be parsed as JSON',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'malformed_json', detail: 'the body is empty' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    detail: 'the length of the body differs from its Content-Length',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'body_too_large',
    detail: 'the body is larger than this service accepts',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'send the body with Content-Type: application/json',
  },
  FST_ERR_HANDLER_TIMEOUT: { code: 'took_too_long', detail: 'no answer was ready in time' },
  FST_ERR_BAD_URL: { code: 'bad_request', detail: 'the path is not a valid URL' },
};

/** Converts any error to one that can be sent. Unknown errors become `internal`, without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error);
  const known = code === undefined ? undefined : FASTIFY_CODES[code];
  if (known) return new AppError(known.code, known.detail, { cause: error });
  if (error instanceof SyntaxError) {
    return new AppError('malformed_json', 'the body could not be parsed as JSON', { cause: error });
  }
  if (clientStatus(error)) {
    return new AppError('bad_request', 'the request could not be read', { cause: error });
  }
  return new AppError('internal', 'an unexpected error; the log has it under this request_id', {
    cause: error,
  });
}

export function toProblem(error: AppError, at: { instance: string; requestId: string }): Problem {
  return {
    type: `urn:fairtrial:problem:${error.code}`,
    title: ERROR_CODES[error.code].title,
    status: error.status,
    detail: error.message,
    instance: at.instance,
    code: error.code,
    request_id: at.requestId,
    ...(error.errors ? { errors: [...error.errors] } : {}),
    ...(error.conflict ? { conflict: error.conflict } : {}),
  };
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function clientStatus(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const status = Number(error.statusCode);
  return status >= 400 && status < 500;
}
