import { z } from 'zod';
import { SCORER_NAMES } from '../shared/scorer-names.ts';
import { Metadata, ToolCall } from '../endpoint/model-reply.ts';

const PATTERN = /^[a-z0-9-]{1,32}$/;
/** Gates read these words as latencies and as pass rates. */
const GATE_WORDS = /^(?:latency|pass)/;

/** Names that mean something else: scorers, a weight, and a property of every JavaScript object. */
const RESERVED: ReadonlySet<string> = new Set([...SCORER_NAMES, 'similarity', 'constructor']);

/** The name of a scorer that the operator runs, and of its metric. */
export const OwnScorerName = z
  .string()
  .regex(PATTERN, { error: 'must have 1 to 32 of the characters a-z, 0-9 and -', abort: true })
  .refine((name) => !RESERVED.has(name), 'is the name of a metric of Fairtrial')
  .refine((name) => !GATE_WORDS.test(name), "must not begin with 'latency' or 'pass'");

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
