import { z } from 'zod';
import { contentText as findText } from '../messages/read-message.ts';

/** Providers omit fields, set them to null or use wrong types: invalid values become null. */
function orNull<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodNullable<T>> {
  return schema.nullable().catch(null as never);
}

const Details = orNull(z.record(z.string(), z.unknown()));
/** 0 if the provider does not report tokens; counts are never estimated. */
const Count = z.int().nonnegative().catch(0);

const TokenUsage = z
  .object({
    completion_tokens: Count,
    prompt_tokens: Count,
    total_tokens: orNull(z.int().nonnegative()),
    completion_tokens_details: Details,
    prompt_tokens_details: Details,
    cache_read_input_tokens: Count,
    cache_creation_input_tokens: Count,
  })
  .transform(
    ({ cache_read_input_tokens: read, cache_creation_input_tokens: written, ...usage }) => ({
      ...usage,
      // Some providers omit the total.
      total_tokens: usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
      // Some report cached tokens beside the details.
      prompt_tokens_details:
        read + written === 0
          ? usage.prompt_tokens_details
          : {
              ...usage.prompt_tokens_details,
              ...(read > 0 && { cached_tokens: read }),
              ...(written > 0 && { cache_creation_tokens: written }),
            },
    }),
  );
export type TokenUsage = z.infer<typeof TokenUsage>;

export const NO_USAGE: TokenUsage = {
  completion_tokens: 0,
  prompt_tokens: 0,
  total_tokens: 0,
  completion_tokens_details: null,
  prompt_tokens_details: null,
};

/** Models write arguments as JSON text; some providers parse it. */
const Arguments = z
  .unknown()
  .transform((given) =>
    typeof given === 'object' && given !== null ? JSON.stringify(given) : given,
  )
  .pipe(z.string().catch('{}'));

const ToolCall = z
  .looseObject({
    id: z.string().catch(''),
    function: z.looseObject({ name: z.string(), arguments: Arguments }),
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.function.name,
    arguments: wire.function.arguments,
    /** The original call, including extra fields that the provider expects back. */
    wire,
  }));
export type CompletionToolCall = z.infer<typeof ToolCall>;

const Refusal = orNull(z.string());
const ToolCalls = z.array(ToolCall).catch([]);

const Message = z.looseObject({}).transform((wire) => {
  const { role: _role, content, refusal, tool_calls, ...others } = wire;
  return {
    content: contentText(content),
    refusal: Refusal.parse(refusal),
    tool_calls: ToolCalls.parse(tool_calls),
    /** All other fields that are not null, such as `reasoning_content` and `annotations`. */
    fields: presentFields(others),
    /** The original message. */
    wire,
  };
});

function presentFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

export const Completion = z.object({
  id: z.string().catch(''),
  model: orNull(z.string()),
  system_fingerprint: orNull(z.string()),
  service_tier: orNull(z.string()),
  usage: TokenUsage.catch(NO_USAGE),
  choices: z
    .tuple(
      [z.object({ finish_reason: z.string().catch('stop'), logprobs: Details, message: Message })],
      z.unknown(),
    )
    .transform(([choice]) => [choice] as const),
});
export type Completion = z.infer<typeof Completion>;

/** Returns the text of a message's content (a string or a list of parts); '' if there is none. */
export function contentText(content: unknown): string {
  return findText(content) ?? '';
}
