import { z } from 'zod';
import { Metadata, ToolCall } from '../shared/model-reply.ts';

/** Maximum number of turns in one call to an own scorer. */
export const MAX_SCORED_TURNS = 50;

/** One turn as an own scorer receives it. */
export const ScorerTurn = z.object({
  id: z.string(),
  conversation: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .describe('The messages that the endpoint replied to.'),
  reply: z.string(),
  reference: z.string().nullable().describe('`null` without a reference reply.'),
  metadata: Metadata.describe('The `reference_metadata` of the interaction.'),
  tool_calls: z
    .array(ToolCall.partial({ arguments: true }))
    .nullable()
    .describe('`null` if the endpoint does not report calls.'),
});
export type ScorerTurn = z.infer<typeof ScorerTurn>;

/** The body of a call to an own scorer. */
export const ScorerCall = z.object({ turns: z.array(ScorerTurn).max(MAX_SCORED_TURNS) });
export type ScorerCall = z.infer<typeof ScorerCall>;
