import { z } from 'zod';

const Weight = z.number().min(0);

/** What text, annotations and checks count in `overall`; only their ratio matters. */
export const Weights = z
  .object({
    reply: Weight,
    metadata: Weight,
    checks: Weight.optional().describe('0 where absent: checks are a metric of their own.'),
  })
  .refine(
    ({ reply, metadata, checks = 0 }) =>
      Number.isFinite(reply + metadata + checks) && reply + metadata + checks > 0,
    { error: 'one of them must be more than 0' },
  )
  .meta({ id: 'Weights' });
export type Weights = z.infer<typeof Weights>;
