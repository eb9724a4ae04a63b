import { z } from 'zod';
import { boundedName, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';

export const AgentMessage = z
  .looseObject({
    type: z.enum(['human', 'ai', 'tool']),
    content: boundedText(INPUT_LIMITS.string_chars),
    name: orAbsent(boundedName().describe('Name of the tool, for tool messages only.')),
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
  id: z.string().describe('Completion id of the provider.'),
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

/** One tool call that the agent executed. */
export const ToolTraceStep = z
  .object({
    id: z.string(),
    name: z.string(),
    arguments: z.string().describe('Raw text from the model.'),
    result: z.string(),
    failed: z.boolean(),
    latency_ms: z.int(),
  })
  .meta({ id: 'ToolTraceStep' });
export type ToolTraceStep = z.infer<typeof ToolTraceStep>;

/** The last message of the conversation: the response body of `POST /`. */
export const AgentResponseMessage = z
  .object({
    content: z.string(),
    additional_kwargs: z
      .looseObject({ refusal: z.string().nullable() })
      .describe(
        'Also contains other fields of the model’s message, such as reasoning_content and annotations.',
      ),
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
      .describe('Tool calls that the agent executed. Absent if there were none.'),
  })
  .meta({ id: 'AgentResponseMessage' });
export type AgentResponseMessage = z.infer<typeof AgentResponseMessage>;

/** Maps names of fine-tuned models to UUIDs. */
export const StudioModels = z.record(z.string(), z.string()).meta({ id: 'StudioModels' });
export type StudioModels = z.infer<typeof StudioModels>;

/** A UUID of any version, upper or lower case, with or without dashes. */
export const FineTunedId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i);
export type FineTunedId = z.infer<typeof FineTunedId>;
