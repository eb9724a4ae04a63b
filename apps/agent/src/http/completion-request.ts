import { z } from 'zod';

const ToolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()]);
const Message = z.discriminatedUnion('role', [
  z.object({ role: z.literal(['system', 'developer', 'user']), content: Content }),
  z.object({
    role: z.literal('assistant'),
    content: Content.optional().transform((content) => content ?? ''),
    tool_calls: z.array(ToolCall).optional(),
  }),
  z.object({ role: z.literal('tool'), content: Content, tool_call_id: z.string() }),
]);

const Tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string(),
    description: z.string().default(''),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** What OpenAI's clients send. What is not named here is handed on to the provider as it is. */
export const CompletionRequest = z
  .looseObject({
    model: z.string().describe('A UUID for a fine-tuned model, <provider>/<model> for the hub.'),
    messages: z.array(Message).min(1),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    tools: z.array(Tool).nullish().describe('Tools of the caller’s own, beside those run here.'),
    n: z.literal(1, 'only one choice is made').nullish(),
  })
  .meta({ id: 'CompletionRequest' });
export type CompletionRequest = z.infer<typeof CompletionRequest>;
