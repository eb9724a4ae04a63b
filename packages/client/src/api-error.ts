import type { DatasetConflict, ErrorCode, FieldError, Problem } from '@fairtrial/contracts';
import { parseJson } from '@fairtrial/contracts/plain';

/** `unreachable`: no response. `bad_answer`: a response that did not come from one of the services. */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'bad_answer';

interface ApiErrorFields {
  /** 0 if there was no response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly conflict?: DatasetConflict | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A failed call: a problem document, or no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  /** With `version_conflict`: what others changed since the version that was edited. */
  readonly conflict: DatasetConflict | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.detail, { cause: fields.cause });
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.errors = fields.errors ?? [];
    this.conflict = fields.conflict;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export function toUnreachable(url: string, cause: unknown): ApiError {
  const why = causeText(cause);
  return new ApiError({
    status: 0,
    code: 'unreachable',
    title: 'No response',
    detail: `${originOf(url)} does not answer${why === '' ? '' : ` (${why})`}`,
    cause,
  });
}

export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'the service';
}

/** `fetch` puts the actual error into `cause`. */
function causeText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const inner: unknown = thrown.cause;
  if (!(inner instanceof Error)) return thrown.message;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}

/** Converts an error response. */
export async function toApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const body = parseJson(await response.text());
  const seen = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
  if (isProblem(body)) return fromProblem(body, seen);
  const { message, code } = openaiError(body);
  return new ApiError({
    ...seen,
    code: code ?? 'bad_answer',
    title: `HTTP ${status}`,
    detail: message ?? `${originOf(response.url)} answered with HTTP ${status}`,
  });
}

export function fromProblem(
  problem: Problem,
  seen: Pick<ApiErrorFields, 'requestId' | 'retryAfterMs'> = {},
): ApiError {
  const { status, code, title, detail, request_id, errors, conflict } = problem;
  return new ApiError({
    ...seen,
    status,
    code,
    title,
    detail,
    requestId: request_id,
    errors,
    conflict,
  });
}

function isProblem(body: unknown): body is Problem {
  return has(body, 'title') && has(body, 'detail') && has(body, 'code') && has(body, 'status');
}

/** Reads the error body of the OpenAI-compatible routes. */
function openaiError(body: unknown): { message?: string; code?: ApiErrorCode } {
  if (!has(body, 'error') || !has(body.error, 'message')) return {};
  const { message } = body.error;
  const code = has(body.error, 'code') ? body.error.code : undefined;
  return {
    message: String(message),
    ...(typeof code === 'string' && { code: code as ApiErrorCode }),
  };
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}

/** The header has seconds or an HTTP date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
