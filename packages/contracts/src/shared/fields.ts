import { z } from 'zod';
import { INPUT_LIMITS } from './input-limits.ts';

/**
 * A string of `min` to `max` characters. `abort` lets validation that stops at the first error stop here too, so
 * thousands of oversized strings cost no more than one.
 */
export function boundedText(max: number, min = 0): z.ZodString {
  const text = z.string().max(max, { abort: true });
  return min === 0 ? text : text.min(min, { abort: true });
}

/** For ids, names and other short strings. */
export function boundedName(min = 0): z.ZodString {
  return boundedText(INPUT_LIMITS.name_chars, min);
}

/** An object with any keys, but at most `max` of them. */
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

/** Makes a field optional and treats `null` as absent. */
export function orAbsent<T extends z.ZodType>(
  schema: T,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<T>>,
  z.ZodTransform<z.output<T> | undefined, z.output<T> | null | undefined>
> {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** A UUID v7, so that ids sort by creation time. */
export const RunId = z.uuid().brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;
