import {
  isTooDeep,
  parseJson,
  type AgentResponseMessage,
  type ToolTraceStep,
} from '@fairtrial/contracts';
import { readUsage, type CompletionToolCall, type TokenUsage } from '@fairtrial/models';
import { randomUUID } from 'node:crypto';
import type { AgentAnswer, ToolStep } from '../loop/agent-event.ts';

/** Builds the message object of the contract from the provider's completion. */
export function toResponseMessage(answer: AgentAnswer): AgentResponseMessage {
  const { completion, usage, steps } = answer;
  const [{ message, finish_reason, logprobs }] = completion.choices;
  const calls = message.tool_calls.map(toToolCall);
  return {
    content: message.content,
    additional_kwargs: { refusal: message.refusal, ...message.fields },
    response_metadata: {
      token_usage: usage,
      model_name: completion.model ?? answer.model,
      system_fingerprint: completion.system_fingerprint,
      id: completion.id,
      service_tier: completion.service_tier,
      finish_reason,
      logprobs,
    },
    type: 'ai',
    name: null,
    id: `run--${randomUUID()}-0`,
    example: false,
    tool_calls: calls.filter((call) => call.type === 'tool_call'),
    invalid_tool_calls: calls.filter((call) => call.type === 'invalid_tool_call'),
    usage_metadata: toUsageMetadata(usage),
    ...(steps.length > 0 ? { tool_trace: steps.map(toTraceStep) } : {}),
  };
}

/** A tool call that the agent did not run: its arguments are parsed if possible. */
function toToolCall({ id, name, arguments: args }: Omit<CompletionToolCall, 'wire'>) {
  const isDeep = isTooDeep(args);
  const value = isDeep ? undefined : parseJson(args);
  if (value !== undefined) return { name, args: value, type: 'tool_call', id } as const;
  const error = isDeep ? 'the arguments are nested too deep' : 'the arguments are not valid JSON';
  return { name, args, error, type: 'invalid_tool_call', id } as const;
}

function toTraceStep({ id, name, arguments: args, result, failed, ms }: ToolStep): ToolTraceStep {
  return { id, name, arguments: args, result, failed, latency_ms: ms };
}

function toUsageMetadata(usage: TokenUsage): AgentResponseMessage['usage_metadata'] {
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage;
  return {
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
    total_tokens: usage.total_tokens,
    input_token_details: counts({
      audio: input?.['audio_tokens'],
      cache_read: input?.['cached_tokens'],
      cache_creation: readUsage(usage)?.cache_write_tokens,
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
