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
