import { AppError, RunId, toStorable } from '@assay/contracts';
import { z } from 'zod';

export const RunParams = z.object({ run_id: z.string() });

/** What cannot be the id of a run is the id of no run. */
export function toRunId(text: string): RunId {
  const { data } = RunId.safeParse(text);
  if (data === undefined) throw new AppError('run_not_found', `there is no run ${text}`);
  return data;
}

/** A whole number in a query. */
export function ordinal(most = 2 ** 31 - 1): z.ZodType<number, string> {
  const message = `must be a whole number from 0 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);
}

export function pageSize(fallback: number, most: number): z.ZodType<number, string | undefined> {
  return ordinal(most)
    .refine((size) => size > 0, 'must be at least 1')
    .default(fallback);
}

/** Text to look for, repaired as what was stored is: the database would take no other. */
export function searchText(): z.ZodType<string, string> {
  return z.string().transform((text) => toStorable(text).text);
}

/** A number from 0 to 1 in a query. */
export function share(): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number);
}
