import { GEN_AI_ATTRIBUTES, type TokenUsage } from '@fairtrial/models';
import type { Attributes } from '@opentelemetry/api';

type Details = TokenUsage['prompt_tokens_details'];

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    completion_tokens: a.completion_tokens + b.completion_tokens,
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    completion_tokens_details: addDetails(a.completion_tokens_details, b.completion_tokens_details),
    prompt_tokens_details: addDetails(a.prompt_tokens_details, b.prompt_tokens_details),
  };
}

function addDetails(a: Details, b: Details): Details {
  if (a === null || b === null) return a ?? b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...keys].map((key) => [key, add(a[key], b[key])]));
}

function add(a: unknown, b: unknown): unknown {
  return typeof a === 'number' && typeof b === 'number' ? a + b : (b ?? a);
}

export function usageAttributes({ prompt_tokens, completion_tokens }: TokenUsage): Attributes {
  return {
    [GEN_AI_ATTRIBUTES.inputTokens]: prompt_tokens,
    [GEN_AI_ATTRIBUTES.outputTokens]: completion_tokens,
  };
}
