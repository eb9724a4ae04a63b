import { z } from 'zod';

/** Token counts as reported by the provider. */
export const Usage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    total_tokens: z.int(),
    cache_read_tokens: z
      .int()
      .optional()
      .describe('Input tokens that the provider read from its cache. Absent if none.'),
    cache_write_tokens: z
      .int()
      .optional()
      .describe('Input tokens that the provider wrote to its cache. Absent if none.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

export const ToolCall = z
  .object({
    name: z.string(),
    arguments: z.unknown().describe('Parsed JSON, or the raw text if it is not JSON.'),
    failed: z.boolean().optional().describe('true if the endpoint reports that the call failed.'),
    cut: z.boolean().optional().describe('true if the arguments were too long to be stored whole.'),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;

/** The id of a conversation that the endpoint keeps. */
export type SessionId = string | number;

/** Annotations of a reply, such as `intent` and `sentiment`. The caller chooses keys and values. */
export const Metadata = z.record(z.string(), z.unknown()).meta({ id: 'Metadata' });
export type Metadata = z.infer<typeof Metadata>;
