import { z } from 'zod';
import { readTextField } from '../replies/read-text-field.ts';

/** Providers leave out, null and misspell what they please: what does not fit is null. */
function orNull<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodNullable<T>> {
  return schema.nullable().catch(null as never);
}

const Details = orNull(z.record(z.string(), z.unknown()));
/** A provider that counts no tokens: an estimate would be a lie. */
const Count = z.int().nonnegative().catch(0);

const TokenUsage = z
  .object({
    completion_tokens: Count,
    prompt_tokens: Count,
    total_tokens: orNull(z.int().nonnegative()),
    completion_tokens_details: Details,
    prompt_tokens_details: Details,
  })
  // Some give the parts and leave the sum to us.
  .transform(({ total_tokens, ...usage }) => ({
    ...usage,
    total_tokens: total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
  }));
export type TokenUsage = z.infer<typeof TokenUsage>;

export const NO_USAGE: TokenUsage = {
  completion_tokens: 0,
  prompt_tokens: 0,
  total_tokens: 0,
  completion_tokens_details: null,
  prompt_tokens_details: null,
};

const ToolCall = z
  .object({
    id: z.string().catch(''),
    function: z.object({ name: z.string(), arguments: z.string().catch('{}') }),
  })
  .transform(({ id, function: called }) => ({ id, ...called }));
export type CompletionToolCall = z.infer<typeof ToolCall>;

const Message = z.object({
  content: z.unknown().transform(textOf),
  refusal: orNull(z.string()),
  tool_calls: z.array(ToolCall).catch([]),
});

/** What a provider answered, in its own words as far as it said any. */
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

/** A string, the text of its parts, or nothing. */
function textOf(content: unknown): string {
  return readTextField({ content }) ?? '';
}
