import { z } from 'zod';
import { boundedName, boundedRecord, boundedText } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';

const Text = boundedText(INPUT_LIMITS.string_chars);
const ToolCall = z.looseObject({
  id: boundedName(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: boundedName(), arguments: Text }),
});
const Part = z.looseObject({ type: boundedName() });
const Content = z.union([Text, z.array(Part).max(1000), z.null()]);
const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal(['system', 'developer', 'user']), content: Content }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Content.optional().transform((content) => content ?? ''),
    tool_calls: z
      .array(ToolCall)
      .max(1000)
      .nullish()
      .transform((calls) => calls ?? undefined),
  }),
  z.looseObject({ role: z.literal('tool'), content: Content, tool_call_id: boundedName() }),
]);

const Tool = z.object({
  type: z.literal('function'),
  function: z.looseObject({
    name: boundedName(),
    description: Text.nullish().transform((text) => text ?? ''),
    parameters: boundedRecord()
      .nullish()
      .transform((schema) => schema ?? { type: 'object', properties: {} }),
  }),
});

/** An OpenAI chat completion request. Other fields are passed on to the provider unchanged. */
export const CompletionRequest = z
  .looseObject({
    model: boundedName().describe(
      'UUID of a fine-tuned model, <provider>/<model> of a hub model, or an alias (MODEL_ALIASES).',
    ),
    messages: z.array(Message).min(1).max(INPUT_LIMITS.list_items),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    tools: z
      .array(Tool)
      .max(1000)
      .nullish()
      .describe('Tools of the caller, offered to the model together with the tools of the agent.'),
    n: z.literal(1, 'must be 1: only one choice is supported').nullish(),
  })
  .meta({ id: 'CompletionRequest' });
export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** A model in the list of an OpenAI-compatible service. */
export const Model = z
  .looseObject({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    name: z.string().optional().describe('Only of fine-tuned models.'),
    alias_of: z
      .string()
      .optional()
      .describe('Only of aliases: the model that the alias refers to.'),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const Models = z
  .object({ object: z.literal('list'), data: z.array(Model) })
  .meta({ id: 'Models' });
