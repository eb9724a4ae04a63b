import { z } from 'zod';
import { DatasetConflict } from '../datasets/dataset-diff.ts';
import { ERROR_CODES, type ErrorCode } from './error-code.ts';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** An invalid field. `pointer` is a JSON Pointer into the body. */
export const FieldError = z.object({ pointer: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error response (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(CODES),
    request_id: z.string(),
    errors: z.array(FieldError).optional(),
    conflict: DatasetConflict.optional().describe('With the code `version_conflict`.'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

interface AppErrorOptions {
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  readonly conflict?: DatasetConflict;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that becomes a problem document. `detail` is sent to the caller, so it must not contain secrets. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly conflict: DatasetConflict | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.errors = options.errors;
    this.conflict = options.conflict;
    this.headers = options.headers ?? {};
  }
}
