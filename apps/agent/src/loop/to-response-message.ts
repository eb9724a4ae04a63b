import type { AgentResponseMessage } from '@assay/contracts';
import type { AIMessage } from '@langchain/core/messages';
import { randomUUID } from 'node:crypto';
import type { RawCompletion } from './raw-completion.ts';

/** The message object of the contract, built by hand from what the provider really said. */
export function toResponseMessage(
  last: AIMessage,
  raw: RawCompletion,
  requestedModel: string,
): AgentResponseMessage {
  const [choice] = raw.choices;
  return {
    content: last.text,
    additional_kwargs: { refusal: choice.message.refusal },
    response_metadata: {
      token_usage: raw.usage,
      model_name: raw.model ?? requestedModel,
      system_fingerprint: raw.system_fingerprint,
      id: raw.id,
      service_tier: raw.service_tier,
      finish_reason: choice.finish_reason,
      logprobs: choice.logprobs,
    },
    type: 'ai',
    name: null,
    id: `run--${randomUUID()}-0`,
    example: false,
    tool_calls: last.tool_calls ?? [],
    invalid_tool_calls: last.invalid_tool_calls ?? [],
    usage_metadata: toUsageMetadata(raw.usage),
  };
}

function toUsageMetadata(usage: RawCompletion['usage']): AgentResponseMessage['usage_metadata'] {
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage;
  return {
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
    total_tokens: usage.total_tokens,
    input_token_details: counts({
      audio: input?.['audio_tokens'],
      cache_read: input?.['cached_tokens'],
    }),
    output_token_details: counts({
      audio: output?.['audio_tokens'],
      reasoning: output?.['reasoning_tokens'],
    }),
  };
}

function counts(values: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key, value] as const] : [],
    ),
  );
}
