import { z } from 'zod';

const ToolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()]);
const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal(['system', 'developer', 'user']), content: Content }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Content.optional().transform((content) => content ?? ''),
    tool_calls: z
      .array(ToolCall)
      .nullish()
      .transform((calls) => calls ?? undefined),
  }),
  z.looseObject({ role: z.literal('tool'), content: Content, tool_call_id: z.string() }),
]);

const Tool = z.object({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string(),
    description: z
      .string()
      .nullish()
      .transform((text) => text ?? ''),
    parameters: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((schema) => schema ?? { type: 'object', properties: {} }),
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
