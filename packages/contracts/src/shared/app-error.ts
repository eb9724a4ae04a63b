import { ERROR_CODES, type ErrorCode } from './error-code.ts';
import type { DatasetConflict } from '../datasets/dataset-diff.ts';
import type { FieldError } from './problem.ts';

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
