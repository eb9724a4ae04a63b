import { z } from 'zod';

/** Providers leave out, null and misspell what they please: what does not fit is null. */
function orNull<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodNullable<T>> {
  return schema.nullable().catch(null as never);
}

const Details = orNull(z.record(z.string(), z.unknown()));
/** A provider that counts no tokens: the contract wants integers, and an estimate would be a lie. */
const Count = z.int().nonnegative().catch(0);

const TokenUsage = z.object({
  completion_tokens: Count,
  prompt_tokens: Count,
  total_tokens: Count,
  completion_tokens_details: Details,
  prompt_tokens_details: Details,
});

/** What the answer is built from: the provider's own words, which the agent library drops or renames. */
export const RawCompletion = z.object({
  id: z.string().catch(''),
  model: orNull(z.string()),
  system_fingerprint: orNull(z.string()),
  service_tier: orNull(z.string()),
  usage: TokenUsage.catch(() => TokenUsage.parse({})),
  choices: z.tuple(
    [
      z.object({
        finish_reason: z.string().catch('stop'),
        logprobs: Details,
        message: z.object({ refusal: orNull(z.string()) }).catch({ refusal: null }),
      }),
    ],
    z.unknown(),
  ),
});
export type RawCompletion = z.infer<typeof RawCompletion>;

/** A chat model that remembers the last raw completion it got. */
export interface RawCompletionSource {
  readonly lastCompletion: RawCompletion | undefined;
}
