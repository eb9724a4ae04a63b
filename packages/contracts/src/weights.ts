import { z } from 'zod';

const Weight = z.number().min(0);

/** What the text and the annotations of a reply count in `overall`; only their ratio matters. */
export const Weights = z
  .object({ reply: Weight, metadata: Weight })
  .refine(({ reply, metadata }) => Number.isFinite(reply + metadata) && reply + metadata > 0, {
    error: 'one of the two must be more than 0',
  })
  .meta({ id: 'Weights' });
export type Weights = z.infer<typeof Weights>;
