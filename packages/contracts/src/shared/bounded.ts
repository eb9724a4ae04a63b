import { z } from 'zod';
import { INPUT_LIMITS } from './input-limits.ts';

/**
 * A text of at most so many characters. `abort`: validation that stops at the first fault also stops at this one, so
 * thousands of texts that are too long cost no more than one.
 */
export function boundedText(max: number, min = 0): z.ZodString {
  const text = z.string().max(max, { abort: true });
  return min === 0 ? text : text.min(min, { abort: true });
}

/** An id, a name or another short text. */
export function boundedName(min = 0): z.ZodString {
  return boundedText(INPUT_LIMITS.name_chars, min);
}

/** An object with any keys, but not with any number of them. */
export function boundedRecord(
  max: number = INPUT_LIMITS.object_keys,
): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  return z
    .record(boundedText(INPUT_LIMITS.key_chars), z.unknown())
    .refine((value) => Object.keys(value).length <= max, {
      error: `must have at most ${max} keys`,
      abort: true,
    })
    .meta({ maxProperties: max });
}
