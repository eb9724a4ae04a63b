import { AppError } from '@assay/contracts';
import type { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

type Validated = { value: unknown } | { error: AppError };

/** Fastify's validator: parses once and hands the parsed value on. */
export function validateWithZod({ schema }: { schema: z.ZodType }): (data: unknown) => Validated {
  return (data) => {
    const result = schema.safeParse(data, { reportInput: true });
    if (result.success) return { value: result.data };
    const errors = fieldErrors(result.error);
    const detail = errors
      .slice(0, 3)
      .map(({ pointer, detail: why }) => `${pointer || 'the body'} ${why}`)
      .join('; ');
    return { error: new AppError('invalid_request', detail, { errors }) };
  };
}
