import type { Usage } from '@assay/contracts';
import type { TokenUsage } from '@assay/models';
import type { OutputMode } from './strategies.ts';

/** What it took to get an answer, or none. */
export interface Account {
  readonly model: string;
  /** How the model was made to answer. */
  readonly forcing: OutputMode;
  /** Answers that came, the one to the repair question included. */
  readonly answers: number;
  /** All of them together; undefined where the provider counts nothing. */
  readonly usage: Usage | undefined;
  readonly latencyMs: number;
}

/** For a question that needed no model. */
export function nothingAsked({ model }: Pick<Account, 'model'>): Account {
  return { model, forcing: 'json_schema', answers: 0, usage: undefined, latencyMs: 0 };
}

export function addUsage(sum: Usage | undefined, counted: TokenUsage): Usage | undefined {
  const { prompt_tokens: input, completion_tokens: output } = counted;
  const total = counted.total_tokens || input + output;
  if (total === 0) return sum;
  return {
    input_tokens: (sum?.input_tokens ?? 0) + input,
    output_tokens: (sum?.output_tokens ?? 0) + output,
    total_tokens: (sum?.total_tokens ?? 0) + total,
  };
}
