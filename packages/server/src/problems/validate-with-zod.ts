import { AppError, fieldErrors, INPUT_LIMITS, type FieldError } from '@assay/contracts';
import type { z } from 'zod';

type Validated = { value: unknown } | { error: AppError };

/** Fastify's validator: parses once and hands the parsed value on. */
export function validateWithZod({ schema }: { schema: z.ZodType }): (data: unknown) => Validated {
  return (data) => {
    const result = schema.safeParse(data, TO_FIRST_FAULT);
    if (result.success) return { value: result.data };
    // Each error costs more than the value that it is about, so all of them are looked for in small requests only.
    const isSmall = countValues(data, SMALL_REQUEST) < SMALL_REQUEST;
    const all = isSmall ? schema.safeParse(data, { reportInput: true }).error : undefined;
    return { error: toRefusal(fieldErrors(all ?? result.error)) };
  };
}

/** `abortEarly` is what zod's `validate` sets. Its types do not name it; a test notices if it no longer works. */
const TO_FIRST_FAULT = { reportInput: true, abortEarly: true };
const SMALL_REQUEST = 2000;

/** The number of values in a JSON value, counted no further than `limit`. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    count += countValues(item, limit - count);
    if (count >= limit) break;
  }
  return count;
}

function toRefusal(errors: readonly FieldError[]): AppError {
  const detail = errors
    .slice(0, 3)
    .map(({ pointer, detail: why }) => `${pointer || 'the body'} ${why}`)
    .join('; ');
  return new AppError('invalid_request', detail, {
    errors: errors.slice(0, INPUT_LIMITS.errors_listed),
  });
}
