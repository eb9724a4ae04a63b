import { z } from 'zod';
import { boundedName, boundedText } from '../shared/bounded.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { orAbsent } from '../shared/or-absent.ts';

/** One message of a conversation, as a front end sends it. */
export const AgentMessage = z
  .looseObject({
    type: z.enum(['human', 'ai', 'tool']),
    content: boundedText(INPUT_LIMITS.string_chars),
    name: orAbsent(boundedName().describe('Name of the tool; only for tool messages.')),
  })
  .meta({ id: 'AgentMessage' });
export type AgentMessage = z.infer<typeof AgentMessage>;

/** The body of `POST /`. */
export const AgentRequest = z
  .looseObject({ messages: z.array(AgentMessage).min(1).max(INPUT_LIMITS.list_items) })
  .meta({ id: 'AgentRequest' });
export type AgentRequest = z.infer<typeof AgentRequest>;

const TokenUsage = z.object({
  completion_tokens: z.int(),
  prompt_tokens: z.int(),
  total_tokens: z.int(),
  completion_tokens_details: z.record(z.string(), z.unknown()).nullable(),
  prompt_tokens_details: z.record(z.string(), z.unknown()).nullable(),
});

const ResponseMetadata = z.object({
  token_usage: TokenUsage,
  model_name: z.string(),
  system_fingerprint: z.string().nullable(),
  id: z.string().describe('The provider’s completion identifier.'),
  service_tier: z.string().nullable(),
  finish_reason: z.string(),
  logprobs: z.record(z.string(), z.unknown()).nullable(),
});

const UsageMetadata = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  total_tokens: z.int(),
  input_token_details: z.record(z.string(), z.int()),
  output_token_details: z.record(z.string(), z.int()),
});

/** One use of a tool on the way to the answer. */
export const ToolTraceStep = z
  .object({
    id: z.string(),
    name: z.string(),
    arguments: z.string().describe('As the model wrote them.'),
    result: z.string(),
    failed: z.boolean(),
    latency_ms: z.int(),
  })
  .meta({ id: 'ToolTraceStep' });
export type ToolTraceStep = z.infer<typeof ToolTraceStep>;

/** The last message of the agent conversation: the body `POST /` answers with. */
export const AgentResponseMessage = z
  .object({
    content: z.string(),
    additional_kwargs: z
      .looseObject({ refusal: z.string().nullable() })
      .describe('And the other fields of the model’s message: reasoning_content, annotations …'),
    response_metadata: ResponseMetadata,
    type: z.literal('ai'),
    name: z.string().nullable(),
    id: z.string(),
    example: z.literal(false),
    tool_calls: z.array(z.unknown()),
    invalid_tool_calls: z.array(z.unknown()),
    usage_metadata: UsageMetadata,
    tool_trace: z
      .array(ToolTraceStep)
      .optional()
      .describe('What the agent’s tools did, where it used any.'),
  })
  .meta({ id: 'AgentResponseMessage' });
export type AgentResponseMessage = z.infer<typeof AgentResponseMessage>;

/** Fine-tuned models: name to UUID. */
export const StudioModels = z.record(z.string(), z.string()).meta({ id: 'StudioModels' });
export type StudioModels = z.infer<typeof StudioModels>;

/** How a fine-tuned model is named: any UUID, of any version, in either case, with dashes or without. */
export const FineTunedId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i);
export type FineTunedId = z.infer<typeof FineTunedId>;
