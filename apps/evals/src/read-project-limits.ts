import { z } from 'zod';

const WEIGHT = /^([^=]+)=([1-9]\d{0,2})$/;
const SHAPE = 'must be a list like team=2,nightly=1, each project once, with weights from 1 to 999';

/** Variables about projects, which are the ones that API keys name. */
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
};
