import { GEN_AI, type TokenUsage } from '@assay/models';
import type { Attributes } from '@opentelemetry/api';

export function usageAttributes({ prompt_tokens, completion_tokens }: TokenUsage): Attributes {
  return { [GEN_AI.inputTokens]: prompt_tokens, [GEN_AI.outputTokens]: completion_tokens };
}
