import { AppError, fieldErrors, INPUT_LIMITS, type FieldError } from '@fairtrial/contracts';
import type { z } from 'zod';

type Validated = { value: unknown } | { error: AppError };

/** Fastify's validator; parses once and passes the parsed value on. */
export function validateWithZod({ schema }: { schema: z.ZodType }): (data: unknown) => Validated {
  return (data) => {
    const result = schema.safeParse(data, TO_FIRST_FAULT);
    if (result.success) return { value: result.data };
    // An error costs more than the value it is about, so only small requests are searched for all of them.
    const isSmall = countValues(data, SMALL_REQUEST) < SMALL_REQUEST;
    const all = isSmall ? schema.safeParse(data, { reportInput: true }).error : undefined;
    return { error: toRefusal(fieldErrors(all ?? result.error)) };
  };
}

/** zod's `validate` sets `abortEarly`, but its types do not declare it; a test fails if it stops working. */
const TO_FIRST_FAULT = { reportInput: true, abortEarly: true };
const SMALL_REQUEST = 2000;

/** Counts the values in a JSON value, up to `limit`. */
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
