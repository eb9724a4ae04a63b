import { positiveInteger } from '@fairtrial/server';
import { z } from 'zod';
import type { ProjectCaps } from './runs/commands/check-caps.ts';

const WEIGHT = /^([^=]+)=([1-9]\d{0,2})$/;
const SHAPE = 'must be a list like team=2,nightly=1, each project once, with weights from 1 to 999';

/** Variables about projects. Projects are named by API keys. */
export const projectFields = {
  PROJECT_WEIGHTS: z
    .string()
    .default('')
    .transform((text, context): ReadonlyMap<string, number> => {
      const entries = text.split(',').map((entry) => entry.trim());
      const pairs = entries.filter(Boolean).map((entry) => WEIGHT.exec(entry));
      const weights = new Map(
        pairs.flatMap((pair) => (pair ? [[pair[1]?.trim() ?? '', Number(pair[2])]] : [])),
      );
      if (weights.size < pairs.length) context.addIssue(SHAPE);
      return weights;
    }),
  MAX_ACTIVE_RUNS_PER_PROJECT: positiveInteger(100),
  /** A worker holds the plans in memory: less than half of its memory in compose.yaml. */
  MAX_ACTIVE_BYTES_PER_PROJECT: positiveInteger(64 * 1024 * 1024, Number.MAX_SAFE_INTEGER),
  MAX_STORED_BYTES_PER_PROJECT: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number of bytes, or 0 for no limit')
    .transform(Number)
    .default(0),
};

type Values = {
  readonly [Name in keyof typeof projectFields]: z.output<(typeof projectFields)[Name]>;
};

export function toProjectCaps(values: Values): ProjectCaps {
  const { MAX_STORED_BYTES_PER_PROJECT: bytes } = values;
  return {
    activeRuns: values.MAX_ACTIVE_RUNS_PER_PROJECT,
    activePlanBytes: values.MAX_ACTIVE_BYTES_PER_PROJECT,
    storedBytes: bytes === 0 ? undefined : bytes,
  };
}
