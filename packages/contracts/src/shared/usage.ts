import { z } from 'zod';

/** Tokens as the provider counted them. */
export const Usage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    total_tokens: z.int(),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
