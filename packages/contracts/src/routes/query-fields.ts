import { z } from 'zod';
import { boundedName, boundedText } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { toStorable } from '../text/safe-text.ts';

/** Headers that a service reads itself. Node accepts at most this many characters. */
const HEADER_CHARS = 16_384;

export function header(description: string): z.ZodOptional<z.ZodString> {
  return boundedText(HEADER_CHARS).optional().describe(description);
}

/** `readIdempotencyKey` refuses another key with 400. The schema, which would refuse it with 422, only describes it. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7E]{1,255}$/;

export function idempotencyKey(meaning: string): z.ZodOptional<z.ZodString> {
  const description = `1 to 255 printable ASCII characters. ${meaning}`;
  return header(description).meta({ maxLength: 255, pattern: IDEMPOTENCY_KEY.source });
}

/** A whole number in a path or a query string. */
export function ordinal(most = 2 ** 31 - 1): z.ZodType<number, string> {
  const message = `must be a whole number from 0 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);
}

export function pageSize(fallback: number, most: number): z.ZodPrefault<z.ZodType<number, string>> {
  return ordinal(most)
    .refine((size) => size > 0, 'must be at least 1')
    .prefault(String(fallback))
    .describe(`At most ${most}.`);
}

/** A number from 0 to 1 in a query string. */
export function share(): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number);
}

/** `true` or `false` in a query string. */
export function flag(): z.ZodType<boolean, 'true' | 'false'> {
  return z.enum(['true', 'false']).transform((text) => text === 'true');
}

/** Search text; characters that PostgreSQL cannot store are replaced. */
export function searchText(): z.ZodType<string, string> {
  return boundedName().transform((text) => toStorable(text).text);
}

export const cursor = boundedText(INPUT_LIMITS.url_chars)
  .optional()
  .describe('The `next_cursor` of the previous page.');

/** Malformed ids answer 404. */
export const RunParams = z.object({ run_id: boundedName() });
