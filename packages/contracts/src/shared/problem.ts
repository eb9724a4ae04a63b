import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-code.ts';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** One wrong field: a JSON pointer into the body and what is wrong there. */
export const FieldError = z.object({ pointer: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457: the body of every answer that is not a success. */
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
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
