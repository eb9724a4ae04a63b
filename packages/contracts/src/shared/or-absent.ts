import type { z } from 'zod';

/** Makes a field optional and treats `null` as absent. */
export function orAbsent<T extends z.ZodType>(
  schema: T,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<T>>,
  z.ZodTransform<z.output<T> | undefined, z.output<T> | null | undefined>
> {
  return schema.nullish().transform((value) => value ?? undefined);
}
