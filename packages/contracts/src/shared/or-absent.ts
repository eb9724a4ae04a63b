import type { z } from 'zod';

/** An optional field where `null` says the same as leaving it out. */
export function orAbsent<T extends z.ZodType>(
  schema: T,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<T>>,
  z.ZodTransform<z.output<T> | undefined, z.output<T> | null | undefined>
> {
  return schema.nullish().transform((value) => value ?? undefined);
}
