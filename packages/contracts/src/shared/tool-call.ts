import { z } from 'zod';

/** One tool that was called on the way to a reply. */
export const ToolCall = z
  .object({
    name: z.string(),
    arguments: z.unknown().describe('As JSON, or the text itself where it is none.'),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;
