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

/** One tool that was called on the way to a reply. */
export const ToolCall = z
  .object({
    name: z.string(),
    arguments: z.unknown().describe('As JSON, or the text itself where it is none.'),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;

/** Annotations of a reply, such as `intent` and `sentiment`; keys and values are the caller's. */
export const Metadata = z.record(z.string(), z.unknown()).meta({ id: 'Metadata' });
export type Metadata = z.infer<typeof Metadata>;
