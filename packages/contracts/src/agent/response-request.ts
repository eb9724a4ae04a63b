import { boundedName, boundedRecord, boundedText } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { z } from 'zod';

const STATELESS =
  'is not supported, because this service keeps no responses: send the whole conversation as input, with store: false';

const Text = boundedText(INPUT_LIMITS.string_chars);

/** A field that must be absent, null or false. */
function refused(message: string): z.ZodOptional<z.ZodUnknown> {
  return z
    .unknown()
    .refine((value) => (value ?? false) === false, message)
    .optional();
}

const Part = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal(['input_text', 'output_text']), text: Text }),
    z.looseObject({ type: z.literal('refusal'), refusal: Text }),
    z.looseObject({
      type: z.literal('input_image'),
      image_url: Text,
      detail: boundedName().nullish(),
    }),
  ],
  { error: ({ input }) => `${describeType(input)} is not a supported part of a message` },
);
export type ResponsePart = z.infer<typeof Part>;

const Content = z.union([Text, z.array(Part).max(1000)]);

const TypedItem = z.discriminatedUnion(
  'type',
  [
    z.looseObject({
      type: z.literal('message'),
      role: z.enum(['system', 'developer', 'user', 'assistant']),
      content: Content,
    }),
    z.looseObject({
      type: z.literal('function_call'),
      call_id: boundedName(),
      name: boundedName(),
      arguments: Text,
    }),
    z.looseObject({
      type: z.literal('function_call_output'),
      call_id: boundedName(),
      output: Content,
    }),
    z.looseObject({ type: z.literal('reasoning'), encrypted_content: Text.nullish() }),
  ],
  {
    error: ({ input }) =>
      `${describeType(input)} is not a supported item: send messages, function calls and their outputs themselves, with store: false`,
  },
);

/** A message may leave out its type. */
const Item = z.preprocess((item) => {
  const isUntyped = typeof item === 'object' && item !== null && !('type' in item);
  return isUntyped ? { type: 'message', ...item } : item;
}, TypedItem);
export type ResponseItem = z.infer<typeof TypedItem>;

const Tool = z.looseObject({
  type: boundedName().refine((type) => type === 'function', {
    error: ({ input }) =>
      `is ${JSON.stringify(input)}: only tools of type "function" are supported`,
    abort: true,
  }),
  name: boundedName(),
  description: Text.nullish(),
  parameters: boundedRecord().nullish(),
  strict: z.boolean().nullish(),
});

const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.looseObject({ type: z.literal('function'), name: boundedName() }),
  ],
  { error: 'must be none, auto, required, or a function like {"type": "function", "name": "…"}' },
);

const Format = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal(['text', 'json_object']) }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: boundedName(),
    schema: boundedRecord(),
    description: Text.nullish(),
    strict: z.boolean().nullish(),
  }),
]);

/** An OpenAI Responses request. Other fields are passed on to the provider unchanged. */
export const ResponseRequest = z
  .looseObject({
    model: boundedName().describe(
      'UUID of a fine-tuned model, <provider>/<model> of a hub model, or an alias (MODEL_ALIASES).',
    ),
    input: z
      .union([Text.min(1), z.array(Item).min(1).max(INPUT_LIMITS.list_items)])
      .describe('The whole conversation: text, or messages, function calls and their outputs.'),
    instructions: Text.nullish().describe('Sent to the model as the first system message.'),
    tools: z
      .array(Tool)
      .max(1000)
      .nullish()
      .describe('Tools of the caller, offered to the model together with the tools of the agent.'),
    tool_choice: ToolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    temperature: z.number().nullish(),
    top_p: z.number().nullish(),
    max_output_tokens: z.int().positive().nullish(),
    text: z
      .looseObject({ format: Format.nullish(), verbosity: boundedName().nullish() })
      .nullish()
      .describe('`format` asks for JSON.'),
    reasoning: z.looseObject({ effort: boundedName().nullish() }).nullish(),
    metadata: boundedRecord().nullish().describe('Returned with the response.'),
    stream: z.boolean().nullish(),
    stream_options: boundedRecord().nullish().describe('Ignored.'),
    include: z.array(boundedName()).max(100).nullish().describe('Ignored.'),
    truncation: z.enum(['auto', 'disabled']).nullish().describe('Ignored: nothing is truncated.'),
    store: z
      .boolean()
      .nullish()
      .refine((store) => store !== true, `must be false or absent: true ${STATELESS}`)
      .describe('false, or absent: responses are never stored.'),
    background: refused(STATELESS),
    previous_response_id: refused(STATELESS),
    conversation: refused(STATELESS),
    prompt: refused('is not supported: send its text as instructions or input'),
    max_tool_calls: refused('is not supported: AGENT_MAX_TOOL_CALLS limits the calls'),
  })
  .meta({ id: 'ResponseRequest' });
export type ResponseRequest = z.infer<typeof ResponseRequest>;

function describeType(value: unknown): string {
  const type: unknown =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' ? JSON.stringify(type.slice(0, 100)) : 'this value';
}
